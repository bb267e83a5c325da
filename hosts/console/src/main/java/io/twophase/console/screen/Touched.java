package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.console.view.DocumentView;
import io.twophase.console.view.ExtendedViews;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.domain.AccountId;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.Changes.ImpossibleChange;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The accounts and documents that a transaction touches, as they are now. */
record Touched(TwoPhase twophase, Store store, Redactor redactor) {

  /** As many of each are read; the others are named. */
  static final int MOST = 20;

  /** The accounts, in the order of the operations. */
  List<Map<String, Object>> accounts(Transaction record) {
    List<AccountId> all =
        record.accountOperations().stream().map(AccountOperation::account).toList();
    List<AccountId> first = all.subList(0, Math.min(MOST, all.size()));
    List<AccountLookup> read = first.isEmpty() ? List.of() : twophase.accounts().find(first);
    return Stream.concat(
            read.stream().map(Touched::account),
            all.stream().skip(MOST).map(id -> Json.object("id", id, "link", Links.account(id))))
        .toList();
  }

  private static Map<String, Object> account(AccountLookup lookup) {
    return lookup.fold(
        found -> Linked.account(found.account(), MOST),
        absent -> Json.object("id", absent.id(), "fault", "There is no such account."),
        fault -> Json.object("id", fault.id(), "fault", "It cannot be read: " + fault.fault()));
  }

  /**
   * The documents, in the order of the operations; while it is undecided, with what they become.
   */
  List<Map<String, Object>> documents(Transaction record) {
    List<Map<String, Object>> shown = new ArrayList<>();
    Map<Optional<String>, String> away = new HashMap<>();
    for (DocumentOperation operation : record.body().documentOperations()) {
      DocumentRef ref = operation.document();
      Optional<String> cluster = ref.collection().cluster();
      Map<String, Object> named = Json.object("name", ref, "link", Links.document(ref));
      try {
        boolean isRead = shown.size() < MOST && !away.containsKey(cluster);
        named = isRead ? document(named, operation, record) : named;
      } catch (StoreException fault) {
        // each document of that cluster would wait as long
        away.put(cluster, "It cannot be read: " + fault.getMessage());
      }
      named.putAll(Json.object("fault", away.get(cluster)));
      shown.add(named);
    }
    return shown;
  }

  private Map<String, Object> document(
      Map<String, Object> named, DocumentOperation operation, Transaction record) {
    return DocumentView.read(store, twophase.documents(), operation.document(), MOST)
        .fold(
            fault -> {
              named.put("fault", "It cannot be read: " + redactor.shownFault(fault));
              return named;
            },
            view -> document(view, operation, record));
  }

  private Map<String, Object> document(
      DocumentView view, DocumentOperation operation, Transaction record) {
    Map<String, Object> json = Linked.document(view, redactor);
    if (!record.state().isDecided()) {
      for (Optional<Fields> now : view.decided()) {
        json.putAll(becomes(view.ref(), after(operation, now)));
      }
    }
    return json;
  }

  private Map<String, Object> becomes(
      DocumentRef ref, Either<ImpossibleChange, Optional<Fields>> after) {
    return after.fold(
        impossible ->
            Json.object(
                "impossible",
                "%s would have to be %s".formatted(impossible.path(), impossible.expected())),
        there ->
            Json.object(
                "undecided",
                true,
                "becomes",
                there.map(fields -> ExtendedViews.document(ref, fields, redactor))));
  }

  /**
   * A document once an operation is done to it.
   *
   * @param now its fields as decided; none if it is not there
   */
  private static Either<ImpossibleChange, Optional<Fields>> after(
      DocumentOperation operation, Optional<Fields> now) {
    return operation.fold(
        insert -> Either.right(now.or(() -> Optional.of(insert.fields()))),
        change -> changed(now, change.changes()),
        remove -> Either.right(Optional.empty()),
        check -> Either.right(now),
        absent -> Either.right(now),
        add -> changed(now, Changes.of(FieldChange.inc(add.field(), add.amount()))));
  }

  private static Either<ImpossibleChange, Optional<Fields>> changed(
      Optional<Fields> now, Changes changes) {
    return now.map(fields -> changes.applyTo(fields).map(Optional::of))
        .orElseGet(() -> Either.right(now));
  }
}
