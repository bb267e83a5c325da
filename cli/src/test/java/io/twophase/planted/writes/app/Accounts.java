package io.twophase.planted.writes.app;

import io.twophase.planted.writes.ports.AccountRepository;
import java.util.List;

/** May open accounts. */
final class Accounts {

  List<String> open(AccountRepository accounts) {
    return accounts.open(accounts.find(List.of()));
  }
}
