package io.twophase.cli.upkeep;

import io.twophase.app.sweep.Orphan;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.DocumentNames;
import io.twophase.cli.view.Views;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.participant.DocumentHold;
import java.util.Map;

/** Orphans, to people and to machines. */
final class OrphanView {

  private OrphanView() {}

  static String text(Orphan orphan) {
    return Lines.visible(what(orphan) + "  " + outcome(orphan) + ", " + proof(orphan));
  }

  private static String what(Orphan orphan) {
    return orphan.fold(
            account -> {
              AccountOperation operation = account.held().operation();
              return "account "
                  + operation.account()
                  + "  "
                  + Views.lower(operation.direction())
                  + " of "
                  + operation.amount();
            },
            document ->
                "document "
                    + document.held().document()
                    + "  "
                    + Views.lower(document.held().hold().mode())
                    + " hold",
            range ->
                "account "
                    + range.account()
                    + "  range of "
                    + range.held().range().debit()
                    + " to pay and "
                    + range.held().range().credit()
                    + " to receive, in minor units,")
        + " for transaction "
        + orphan.transaction();
  }

  static Map<String, Object> json(Orphan orphan) {
    return orphan.fold(
        account -> {
          AccountOperation operation = account.held().operation();
          return Json.object(
              "account",
              operation.account().value(),
              "transaction",
              orphan.transaction().value(),
              "epoch",
              orphan.epoch().value(),
              Views.lower(operation.direction()),
              operation.amount().toDecimal(),
              "proof",
              proof(orphan),
              "outcome",
              outcome(orphan));
        },
        document -> {
          DocumentHold hold = document.held().hold();
          return Json.object(
              "collection",
              document.held().document().collection().toString(),
              "id",
              DocumentNames.id(document.held().document()),
              "transaction",
              orphan.transaction().value(),
              "epoch",
              orphan.epoch().value(),
              "mode",
              Views.lower(hold.mode()),
              "proof",
              proof(orphan),
              "outcome",
              outcome(orphan));
        },
        range ->
            Json.object(
                "account",
                range.account().value(),
                "transaction",
                orphan.transaction().value(),
                "epoch",
                orphan.epoch().value(),
                "debitMinor",
                range.held().range().debit(),
                "creditMinor",
                range.held().range().credit(),
                "proof",
                proof(orphan),
                "outcome",
                outcome(orphan)));
  }

  private static String proof(Orphan orphan) {
    return switch (orphan.proof()) {
      case FINISHED -> "its transaction is finished";
      case NO_RECORD -> "its transaction has no record";
      case OLDER_EPOCH -> "its transaction was taken over since";
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
