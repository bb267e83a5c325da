package io.twophase.console.view;

import io.twophase.app.statement.DocumentReader;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Store;
import io.vavr.control.Either;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A document that takes part in transactions.
 *
 * @param ref names it
 * @param stored as it is stored
 * @param holders the first of what holds it
 * @param decided as it is decided; or why nobody can tell
 */
public record DocumentView(
    DocumentRef ref,
    Optional<Document> stored,
    List<Holder> holders,
    Either<Reason, Optional<Fields>> decided) {

  /**
   * A hold of a document.
   *
   * @param hold as the document has it
   * @param record what is under the id of its member or its record; none if its home is another
   */
  public record Holder(Hold hold, Optional<Lookup> record) {

    /** The state of the record; without one the hold is an orphan, or the record is elsewhere. */
    public String state() {
      return record.map(Views::state).orElse("elsewhere");
    }
  }

  /**
   * Reads a document.
   *
   * @param most so many of its holds have their records read
   * @return what is wrong with it, if it cannot be read
   */
  public static Either<String, DocumentView> read(
      Store store, DocumentReader reader, DocumentRef document, int most) {
    // as stored first: what is decided of it is seen in what is read later
    Sight seen = store.holds().find(List.of(new Target.OfDocument(document))).get(0);
    if (seen.fault().isPresent()) {
      return Either.left(seen.fault().orElseThrow());
    }
    Optional<Document> stored =
        seen.stored().map(one -> one.fold(account -> shown(document, account), other -> other));
    return Either.right(
        new DocumentView(
            document,
            stored,
            stored
                .map(one -> holders(store, one.holds().stream().limit(most).toList()))
                .orElse(List.of()),
            reader.read(document).read().bimap(why -> why, all -> all.get(0).fields())));
  }

  /** An account as the document that it is: without its figures, and what is held of them. */
  private static Document shown(DocumentRef ref, Account account) {
    List<Hold> checks =
        account.holds().stream().filter(hold -> hold.mode() != HoldMode.ESCROW).toList();
    return new Document(ref, account.fields(), false, Optional.empty(), checks, Map.of());
  }

  /** These holds, each with its record, if that is in this home. */
  private static List<Holder> holders(Store store, List<Hold> holds) {
    List<Hold> here = holds.stream().filter(hold -> hold.home().equals(store.home())).toList();
    List<TransactionId> members =
        here.stream().flatMap(hold -> hold.member().stream()).distinct().toList();
    List<RecordId> alone =
        here.stream().filter(hold -> hold.member().isEmpty()).map(Hold::record).distinct().toList();
    Map<String, Lookup> records = new HashMap<>();
    // a read of no ids is none
    if (!members.isEmpty()) {
      store.records().findMembers(members).forEach(one -> records.put(one.id(), one));
    }
    if (!alone.isEmpty()) {
      store.records().find(alone).forEach(one -> records.put(one.id(), one));
    }
    return holds.stream()
        .map(
            hold ->
                new Holder(
                    hold,
                    Optional.of(hold)
                        .filter(one -> one.home().equals(store.home()))
                        .map(
                            one ->
                                one.member().map(TransactionId::value).orElse(one.record().value()))
                        .map(records::get)))
        .toList();
  }

  /** As many holds as it has; {@link #holders} are the first of them. */
  public int holdCount() {
    return stored.map(one -> one.holds().size()).orElse(0);
  }

  /** Returns whether there is anything to show. */
  public boolean isThere() {
    return stored.isPresent() || decided.exists(Optional::isPresent);
  }

  /** For machines. */
  public Map<String, Object> json(Redactor redactor) {
    Map<String, Object> all = Json.object();
    all.put("document", asDecided(redactor).orElse(null));
    all.put("stored", stored.map(one -> ExtendedViews.stored(one, redactor)).orElse(null));
    all.put("holds", holders.stream().map(holder -> json(holder, redactor)).toList());
    all.put("consistent", decided.isRight());
    decided.swap().forEach(reason -> all.put("reason", Views.reason(reason, redactor)));
    return all;
  }

  /** The document as decided, if it can be told and there is one. */
  public Optional<Map<String, Object>> asDecided(Redactor redactor) {
    return decided
        .toJavaOptional()
        .flatMap(there -> there)
        .map(fields -> ExtendedViews.document(ref, fields, redactor));
  }

  /** One of its holds, for machines. */
  public Map<String, Object> json(Holder holder, Redactor redactor) {
    Hold hold = holder.hold();
    Map<String, Object> json =
        Json.object(
            "transaction", hold.transaction(),
            "state", holder.state(),
            "mode", hold.mode(),
            "epoch", hold.epoch().value());
    json.putAll(ExtendedViews.range(ref, hold, redactor));
    json.putAll(Json.object("home", holder.record().isEmpty() ? hold.home() : null));
    return json;
  }
}
