package io.twophase.cli.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Documents as a shell shows them, with a mark at those that have changed since the last time. */
public final class ShellDocuments {

  /** The beginning of a line at which the document has changed. */
  public static final String CHANGED = "    > ";

  private final Set<Map<String, Object>> shown = new HashSet<>();

  /** One line for each. */
  public List<String> lines(List<Map<String, Object>> documents) {
    boolean first = shown.isEmpty();
    List<String> lines = new ArrayList<>();
    for (Map<String, Object> document : documents) {
      lines.add((first || shown.contains(document) ? "      " : CHANGED) + shell(document));
    }
    shown.clear();
    shown.addAll(documents);
    return lines;
  }

  /** Forgets all that was shown: the next is shown for the first time. */
  public void forget() {
    shown.clear();
  }

  /** A value as MongoDB's shell writes it. */
  private static String shell(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(field -> field.getKey() + ": " + shell(field.getValue()))
          .collect(Collectors.joining(", ", "{ ", " }"));
    } else if (value instanceof List<?> list) {
      return list.isEmpty()
          ? "[]"
          : list.stream().map(ShellDocuments::shell).collect(Collectors.joining(", ", "[ ", " ]"));
    }
    return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
  }
}
