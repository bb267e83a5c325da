package io.twophase.cli.account;

import io.twophase.cli.text.Tables;
import io.twophase.console.view.ExtendedViews;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.Reason;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.Map;

/**
 * A document, for people and machines.
 *
 * @param document names it
 * @param stored as it is stored
 * @param holders what holds it
 * @param decided as it is decided; or why nobody can tell
 */
record DocumentView(
    DocumentRef document,
    Option<Document> stored,
    List<DocCommand.Holder> holders,
    Either<Reason, Option<Fields>> decided) {

  DocumentView(
      DocumentRef document,
      Option<Document> stored,
      List<DocCommand.Holder> holders,
      ReadAnswer answer) {
    this(document, stored, holders, answer.read().bimap(why -> why, all -> all.get(0).fields()));
  }

  /** Whether there is anything to show. */
  boolean isThere() {
    return stored.isDefined() || decided.exists(Option::isDefined);
  }

  Map<String, Object> json() {
    Map<String, Object> all = Json.object();
    all.put("document", asDecided().getOrNull());
    all.put("stored", stored.map(ExtendedViews::stored).getOrNull());
    all.put("holds", holders.stream().map(DocumentView::json).toList());
    all.put("consistent", decided.isRight());
    decided.swap().forEach(reason -> all.put("reason", Views.reason(reason)));
    return all;
  }

  private Option<Map<String, Object>> asDecided() {
    return decided
        .toOption()
        .flatMap(there -> there)
        .map(fields -> ExtendedViews.document(document, fields));
  }

  private static Map<String, Object> json(DocCommand.Holder holder) {
    Hold hold = holder.hold();
    boolean isOfBatch = Views.isOfBatch(hold);
    return Json.object(
        "transaction", hold.transaction(),
        "state", state(holder),
        "mode", hold.mode(),
        "epoch", hold.epoch().value(),
        "amount", ExtendedViews.amount(hold),
        "debit", isOfBatch ? hold.range().debit() : null,
        "credit", isOfBatch ? hold.range().credit() : null,
        "home", holder.record().isEmpty() ? hold.home() : null);
  }

  /** The state of the record; without one the hold is an orphan, or the record is elsewhere. */
  private static String state(DocCommand.Holder holder) {
    return holder.record().map(DocumentView::state).getOrElse("elsewhere");
  }

  private static String state(Lookup seen) {
    return switch (seen.kind()) {
      case FOUND ->
          Json.lower(
              seen.transaction()
                  .map(Transaction::state)
                  .getOrElse(() -> seen.record().get().state()));
      case ABSENT -> "absent";
      case UNREADABLE -> "unreadable";
      case REMOVED -> Json.lower(Views.state(seen.receipt().get()));
    };
  }

  String text() {
    Tables table = new Tables("document", document.toString());
    String reads =
        decided.fold(
            reason -> "cannot be told: " + reason.message(),
            there -> asDecided().map(Json::line).getOrElse("no document"));
    table.add("as decided", reads);
    table.add("as stored", stored.map(ExtendedViews::stored).map(Json::line).getOrElse("nothing"));
    for (DocCommand.Holder holder : holders) {
      Hold hold = holder.hold();
      table.add(
          "held by",
          "transaction %s, %s  %s  epoch %s%s"
              .formatted(
                  hold.transaction(),
                  state(holder),
                  Json.lower(hold.mode()),
                  hold.epoch(),
                  recordEpoch(holder)));
    }
    return table.toString();
  }

  /** Where the record is at another epoch, the hold is dead. */
  private static String recordEpoch(DocCommand.Holder holder) {
    return holder
        .record()
        .flatMap(Lookup::record)
        .map(TransactionRecord::epoch)
        .filter(epoch -> !epoch.equals(holder.hold().epoch()))
        .map(epoch -> ", the transaction's is " + epoch)
        .getOrElse("");
  }
}
