package io.twophase.planted.writes.app.usecase;

import io.twophase.planted.writes.ports.AccountRepository;
import java.util.List;

/** Keeps to the rules. */
final class Opens {

  List<String> open(AccountRepository accounts) {
    return accounts.open(accounts.find(List.of()));
  }
}
