package io.twophase.cli.account;

import io.twophase.cli.text.Tables;
import io.twophase.console.view.DocumentView;
import io.twophase.console.view.ExtendedViews;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;

/** A document, for people. */
final class DocumentText {

  private DocumentText() {}

  static String of(DocumentView view) {
    Tables table = new Tables("document", view.ref().toString());
    String reads =
        view.decided()
            .fold(
                reason -> "cannot be told: " + reason.message(),
                there -> view.asDecided(Redactor.NONE).map(Json::line).orElse("no document"));
    table.add("as decided", reads);
    table.add(
        "as stored",
        view.stored()
            .map(stored -> Json.line(ExtendedViews.stored(stored, Redactor.NONE)))
            .orElse("nothing"));
    for (DocumentView.Holder holder : view.holders()) {
      Hold hold = holder.hold();
      table.add(
          "held by",
          "transaction %s, %s  %s  epoch %s%s"
              .formatted(
                  hold.transaction(),
                  holder.state(),
                  Json.lower(hold.mode()),
                  hold.epoch(),
                  recordEpoch(holder)));
    }
    return table.toString();
  }

  /** Returns the epoch of the record. If it is another one, the hold is dead. */
  private static String recordEpoch(DocumentView.Holder holder) {
    return holder
        .record()
        .flatMap(Lookup::record)
        .map(TransactionRecord::epoch)
        .filter(epoch -> !epoch.equals(holder.hold().epoch()))
        .map(epoch -> ", the transaction's is " + epoch)
        .orElse("");
  }
}
