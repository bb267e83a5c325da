package io.twophase.adapter.mongo.testing;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;

/** Faults of a server that does not look at a condition of some writes. */
public final class LooseGuards {

  private LooseGuards() {}

  /**
   * Of commands whose writes have a filter in {@code q}: those of {@code update} and of {@code
   * delete}.
   *
   * @param list the field of the command with the writes
   * @param which those that are made loose
   * @param guard a condition, at any depth: its field, or its field and its operator
   */
  public static FaultyServer.Fault leavingOut(
      String list, Predicate<Document> which, String guard) {
    String[] names = guard.split(" ");
    return (sound, command) -> {
      for (Object write : (Collection<?>) command.get(list)) {
        if (which.test((Document) write)) {
          leaveOut(((Document) write).get("q"), names);
        }
      }
      return sound.apply(command);
    };
  }

  private static void leaveOut(Object filter, String[] names) {
    if (filter instanceof Collection<?> all) {
      all.forEach(each -> leaveOut(each, names));
      all.removeIf(LooseGuards::isEmpty);
    } else if (filter instanceof Document conditions) {
      if (names.length == 1) {
        conditions.remove(names[0]);
      } else if (conditions.get(names[0]) instanceof Document operators) {
        operators.remove(names[1]);
        if (operators.isEmpty()) {
          conditions.remove(names[0]);
        }
      }
      new ArrayList<>(conditions.values()).forEach(each -> leaveOut(each, names));
    }
  }

  private static boolean isEmpty(Object condition) {
    return condition instanceof Map<?, ?> map && map.isEmpty();
  }
}
