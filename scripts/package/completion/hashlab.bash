# Completion of hashlab's command lines in bash. What fits comes from the program itself.
_hashlab() {
  local line=${COMP_LINE:0:COMP_POINT} words typed
  read -r -a words <<<"$line"
  if [[ -z ${words[1]-} || $line == *[[:space:]] ]]; then words+=(""); fi
  typed=${words[-1]}
  # Bash replaces only what follows the last ':' or '=', unless COMP_WORDBREAKS lacks them.
  local breaks=${COMP_WORDBREAKS//[^:=]/} kept=""
  if [[ -n $breaks ]]; then kept=${typed%"${typed##*[$breaks]}"}; fi
  local word help kind file
  COMPREPLY=()
  while IFS=$'\t' read -r word help; do
    case $word in
      ":continue") compopt -o nospace ;;
      ":files "* | ":folders "*)
        kind=${word%% *}
        word=${word#* }
        compopt -o filenames
        while IFS= read -r file; do
          file=$word$file
          COMPREPLY+=("${file#"$kept"}")
        done < <(if [[ $kind == :files ]]; then
          compgen -f -- "${typed#"$word"}"
        else
          compgen -d -- "${typed#"$word"}"
        fi)
        ;;
      *) COMPREPLY+=("${word#"$kept"}") ;;
    esac
  done < <("${words[0]}" --complete "${words[@]:1}" 2>/dev/null)
}
complete -F _hashlab hashlab
