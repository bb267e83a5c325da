package io.twophase.planted.writes.app.engine;

import io.twophase.planted.writes.ports.AccountRepository;
import java.util.List;

/** Another class of the engine. */
final class BesideCalls {

  List<String> seize(AccountRepository accounts) {
    return accounts.seize(List.of());
  }
}
