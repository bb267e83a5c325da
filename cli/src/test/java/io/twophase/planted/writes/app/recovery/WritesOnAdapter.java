package io.twophase.planted.writes.app.recovery;

import io.twophase.planted.writes.adapter.inmemory.MapHolds;
import java.util.List;

/** Writes on an adapter's class, past the port. */
final class WritesOnAdapter {

  List<String> place(MapHolds holds) {
    return holds.place(List.of());
  }
}
