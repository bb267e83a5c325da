package io.twophase.planted.writes.app.transfer;

import io.twophase.planted.writes.ports.Records;
import java.util.List;
import java.util.function.UnaryOperator;

/** Writes by a method reference. */
final class Refers {

  UnaryOperator<List<String>> move(Records records) {
    return records::move;
  }
}
