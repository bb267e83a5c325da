package io.twophase.cli.upkeep;

import io.twophase.app.recovery.Held;
import io.twophase.app.recovery.Orphan;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.ExtendedViews;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.HoldMode;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;

/** Orphans, to people and to machines. */
final class OrphanView {

  private OrphanView() {}

  static String text(Orphan orphan) {
    return Lines.visible(
        "%s  %s for transaction %s  %s, %s"
            .formatted(
                orphan.held().target(),
                what(orphan.held()),
                orphan.transaction(),
                outcome(orphan),
                proof(orphan)));
  }

  private static String what(Held held) {
    Range range = held.hold().range();
    return currency(held)
        .map(
            currency ->
                Views.isOfBatch(held.hold())
                    ? "range of %s to pay and %s to receive, in minor units,"
                        .formatted(range.debit(), range.credit())
                    : Json.lower(direction(range)) + " of " + amount(range, currency))
        .orElseGet(() -> Json.lower(held.hold().mode()) + " hold");
  }

  /** The currency of a hold of money; none of another hold. */
  private static Optional<Currency> currency(Held held) {
    return held.currency().filter(currency -> held.hold().mode() == HoldMode.ESCROW);
  }

  private static Direction direction(Range range) {
    return range.debit() > 0 ? Direction.DEBIT : Direction.CREDIT;
  }

  /** A hold of one transaction has an amount in one direction only. */
  private static Money amount(Range range, Currency currency) {
    return new Money(Math.max(range.debit(), range.credit()), currency);
  }

  static Map<String, Object> json(Orphan orphan) {
    Hold hold = orphan.held().hold();
    Map<String, Object> json = held(orphan.held());
    json.putAll(
        currency(orphan.held())
            .map(currency -> amounts(hold, currency))
            .orElseGet(() -> Json.object("mode", hold.mode())));
    json.putAll(Json.object("proof", proof(orphan), "outcome", outcome(orphan)));
    return json;
  }

  private static Map<String, Object> amounts(Hold hold, Currency currency) {
    Range range = hold.range();
    return Views.isOfBatch(hold)
        ? Json.object("debitMinor", range.debit(), "creditMinor", range.credit())
        : Json.object(Json.lower(direction(range)), amount(range, currency).toDecimal());
  }

  /** A hold by its target, its transaction and its epoch. */
  static Map<String, Object> held(Held held) {
    Map<String, Object> json = target(held.target());
    json.putAll(
        Json.object(
            "transaction", held.hold().transaction(), "epoch", held.hold().epoch().value()));
    return json;
  }

  /** A target by its name. */
  static Map<String, Object> target(Target target) {
    return target.fold(
        account -> Json.object("account", account),
        document ->
            Json.object("collection", document.collection(), "id", ExtendedViews.id(document)));
  }

  private static String proof(Orphan orphan) {
    return switch (orphan.proof()) {
      case FINISHED -> "its transaction is finished";
      case NO_RECORD -> "its transaction has no record";
      case OLDER_EPOCH -> "its transaction was taken over since";
      case UNSETTLED, ALIVE, UNPROVEN ->
          throw new IllegalArgumentException(orphan + " is no orphan");
    };
  }

  private static String outcome(Orphan orphan) {
    return switch (orphan.outcome()) {
      case RELEASED -> "released";
      case GONE -> "gone already";
      case IN_DOUBT -> "not known";
    };
  }
}
