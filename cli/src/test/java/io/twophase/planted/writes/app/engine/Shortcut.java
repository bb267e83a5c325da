package io.twophase.planted.writes.app.engine;

import io.twophase.planted.writes.ports.Holds;
import io.twophase.planted.writes.ports.Records;
import java.util.List;

/** Tries records, as it may, and calls a method that no rule names. */
final class Shortcut {

  String keepsToTheRules(Records records) {
    return records.tryWhole("t1");
  }

  List<String> seize(Holds holds) {
    return holds.seize(List.of());
  }
}
