package io.twophase.cli.view;

import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.domain.transaction.Receipt;
import java.util.Map;

/** What is left of a transaction whose record was removed, for people and for machines. */
public final class ReceiptView {

  private ReceiptView() {}

  /** How it ended. */
  public static String state(Receipt receipt) {
    return receipt.isApplied() ? "done" : "canceled";
  }

  /** For machines. */
  public static Map<String, Object> json(Receipt receipt) {
    return Json.object(
        "id",
        receipt.id().value(),
        "removed",
        true,
        "state",
        state(receipt),
        "reason",
        receipt.reason().map(Views::reason).getOrNull(),
        "finishedAt",
        receipt.finishedAt().toString(),
        "digest",
        receipt.digest().hex());
  }

  /** For people. */
  public static String text(Receipt receipt) {
    Tables table =
        new Tables("transaction " + receipt.id(), state(receipt) + ", and its record was removed");
    receipt.reason().forEach(reason -> table.add("reason", reason.message()));
    table.add("finished", receipt.finishedAt().toString());
    table.add("digest", receipt.digest().hex());
    return table.toString();
  }
}
