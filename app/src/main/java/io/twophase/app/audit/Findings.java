package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.RECORD_REMOVED;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The findings of an audit, as its checks add them. */
final class Findings {

  private final List<Finding> all = new ArrayList<>();

  void add(Finding.Kind kind, String id, String detail) {
    all.add(new Finding(kind, id, detail));
  }

  int size() {
    return all.size();
  }

  void addAll(Findings more) {
    all.addAll(more.all);
  }

  /**
   * Takes over findings about numbers, but for those that the tree of evidence has shown already.
   */
  void addNumbers(Findings numbers) {
    for (Finding each : numbers.all) {
      boolean isShown =
          all.stream()
              .filter(shown -> shown.id().equals(each.id()))
              .anyMatch(shown -> shown.kind() == each.kind() || shown.kind() == RECORD_REMOVED);
      if (!isShown) {
        all.add(each);
      }
    }
    numbers.all.clear();
  }

  /** All of them, by kind and then by id. */
  List<Finding> sorted() {
    return all.stream()
        .sorted(Comparator.comparing(Finding::kind).thenComparing(Finding::id))
        .toList();
  }

  /** The name of a state or a direction, as answers write it. */
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
