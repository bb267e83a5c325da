package io.twophase.app.audit;

import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Checks the bounds of a document's fields against their values and the holds. */
final class Bounds {

  private final Document document;
  private final List<Finding> findings = new ArrayList<>();

  private Bounds(Document document) {
    this.document = document;
  }

  static List<Finding> findings(Document document) {
    Bounds bounds = new Bounds(document);
    document.escrow().forEach(bounds::check);
    return bounds.findings;
  }

  private void check(String field, Document.Escrow bounds) {
    Option<Value> found = document.fields().get(field);
    Option<Long> value = found.flatMap(Value::wholeNumber);
    if (value.isEmpty()) {
      report(
          Finding.Kind.OUT_OF_BOUNDS,
          field + " has bounds and is " + found.map(Value::words).getOrElse("not there"));
      return;
    }
    if (value.get() < bounds.floor() || value.get() > bounds.ceiling()) {
      report(
          Finding.Kind.OUT_OF_BOUNDS,
          field
              + " is "
              + value.get()
              + ", its bounds are "
              + bounds.floor()
              + " and "
              + bounds.ceiling());
    }
    BigInteger taken = BigInteger.ZERO;
    BigInteger added = BigInteger.ZERO;
    for (Hold hold : document.holds()) {
      if (hold.mode() == HoldMode.ESCROW && hold.fields().contains(field)) {
        taken = taken.add(BigInteger.valueOf(hold.range().debit()));
        added = added.add(BigInteger.valueOf(hold.range().credit()));
      }
    }
    BigInteger number = BigInteger.valueOf(value.get());
    compare(
        Finding.Kind.AVAILABLE_DIFFERS,
        field + ": available",
        bounds.available(),
        number.subtract(BigInteger.valueOf(bounds.floor())).subtract(taken));
    compare(
        Finding.Kind.RECEIVABLE_DIFFERS,
        field + ": receivable",
        bounds.receivable(),
        BigInteger.valueOf(bounds.ceiling()).subtract(number).subtract(added));
  }

  private void compare(Finding.Kind kind, String what, long is, BigInteger shouldBe) {
    if (!BigInteger.valueOf(is).equals(shouldBe)) {
      report(kind, what + " is " + is + ", by value and holds " + shouldBe);
    } else if (is < 0) {
      report(kind, what + " is " + is + ", below zero");
    }
  }

  private void report(Finding.Kind kind, String detail) {
    findings.add(new Finding(kind, document.ref().toString(), detail));
  }
}
