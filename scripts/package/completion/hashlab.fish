# Completion of hashlab's command lines in fish. What fits comes from the program itself.
function __hashlab_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    $program --complete $words "$typed" 2>/dev/null | while read -l line
        switch $line
            case ':continue'
            case ':files *' ':folders *'
                set -l before (string replace -r '^:[a-z]+ ' '' -- $line)
                set -l rest (string sub -s (math 1 + (string length -- "$before")) -- "$typed")
                for path in (__fish_complete_path "$rest")
                    echo $before$path
                end
            case '*'
                echo $line
        end
    end
end
complete -c hashlab -f -a '(__hashlab_complete)'
