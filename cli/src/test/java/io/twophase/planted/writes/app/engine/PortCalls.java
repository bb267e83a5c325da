package io.twophase.planted.writes.app.engine;

import io.twophase.planted.writes.ports.AccountRepository;
import java.util.List;

/** The one class that may. */
final class PortCalls {

  List<String> hold(AccountRepository accounts) {
    return accounts.hold(accounts.find(List.of()));
  }
}
