package io.twophase.planted.writes.app.transfer;

import io.twophase.planted.writes.ports.TransactionRepository;
import java.util.List;
import java.util.function.UnaryOperator;

/** Writes by a method reference. */
final class Refers {

  UnaryOperator<List<String>> advance(TransactionRepository transactions) {
    return transactions::advance;
  }
}
