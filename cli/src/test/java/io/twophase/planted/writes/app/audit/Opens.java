package io.twophase.planted.writes.app.audit;

import io.twophase.planted.writes.ports.AccountRepository;
import java.util.List;

/** The audit only reads. */
final class Opens {

  List<String> open(AccountRepository accounts) {
    return accounts.open(List.of());
  }
}
