package io.twophase.planted.writes.app.audit;

import io.twophase.planted.writes.ports.Holds;
import java.util.List;

/** Reads, as any class may, and ends the holds that it finds. */
final class Ends {

  List<String> end(Holds holds) {
    return holds.end(holds.find(List.of("A")));
  }
}
