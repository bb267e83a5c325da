package io.twophase.planted.writes.app.runtime;

import io.twophase.planted.writes.adapter.inmemory.Accounts;
import java.util.List;

/** Writes on an adapter's class, past the port. */
final class WritesOnAdapter {

  List<String> hold(Accounts accounts) {
    return accounts.hold(List.of());
  }
}
