package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.console.http.Answer;
import io.twophase.console.http.Request;
import io.twophase.console.http.Route.Screen;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.ports.Store;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for transactions: each search has an address of its own, and one that would read every
 * transaction asks first.
 *
 * @param scans those that are under way
 */
public record FindScreen(TwoPhase twophase, Store store, Redactor redactor, Scans scans)
    implements Screen {

  /** As many are shown on a page. */
  static final int PAGE = 50;

  /** As many are read for a page of those in one state. */
  static final int MOST_READ = 1_000;

  @Override
  public Answer answer(Request request) {
    FindRequest asked = FindRequest.of(request);
    Map<String, Object> model =
        Json.object("asked", asked.given(), "named", asked.id().map(this::named));
    return asked
        .listing()
        .map(listing -> listed(asked, listing))
        .orElseGet(() -> Either.right(Map.of()))
        .<Answer>fold(
            declined -> declined,
            list -> {
              model.putAll(list);
              return new Answer.Shown(model);
            });
  }

  private Either<Answer, Map<String, Object>> listed(
      FindRequest asked, FindRequest.Listing listing) {
    Optional<String> why = scanned(asked, listing);
    if (why.isEmpty()) {
      return Either.right(page(asked, listing));
    }
    return asked.scans()
        ? scans.limited(() -> page(asked, listing))
        : Either.right(Json.object("scan", Scans.asks(why.orElseThrow(), asked.given())));
  }

  /** Why a search reads every transaction, if it does. */
  private Optional<String> scanned(FindRequest asked, FindRequest.Listing listing) {
    if (listing != FindRequest.Listing.LATEST) {
      return Optional.empty();
    }
    boolean byReference = asked.labels().reference().isPresent();
    boolean byAccount = asked.account().isPresent();
    if (!byReference && !byAccount) {
      return Optional.of("No index serves this search, so it reads every transaction of the store");
    }
    SearchIndexes indexes = Scans.indexes(twophase.transactions());
    boolean isServed = (byReference && indexes.byReference()) || (byAccount && indexes.byAccount());
    return !isServed
        ? Optional.of(
            "This store has no index of "
                + (byReference ? "references" : "accounts")
                + ", so this reads every transaction")
        : Optional.empty();
  }

  /** A transaction, batch or account that has the id. */
  private List<Map<String, Object>> named(String id) {
    List<Map<String, Object>> named = new ArrayList<>();
    boolean isBatch = id.startsWith(TransactionId.BATCH_PREFIX);
    List<Lookup> records =
        isBatch
            ? RecordId.parse(id)
                .map(record -> store.records().find(List.of(record)))
                .getOrElse(List.of())
            : TransactionId.parse(id)
                .map(transaction -> store.records().findMembers(List.of(transaction)))
                .getOrElse(List.of());
    for (Lookup seen : records) {
      if (seen.kind() != Lookup.Kind.ABSENT) {
        String kind = isBatch ? "batch" : "transaction";
        named.add(named(kind, id, Views.state(seen), Links.transaction(id)));
      }
    }
    if (isBatch) {
      return named;
    }
    for (AccountId account : AccountId.parse(id)) {
      Optional<String> status =
          twophase
              .accounts()
              .find(account)
              .fold(
                  found -> Optional.of(Json.lower(found.account().status())),
                  absent -> Optional.empty(),
                  fault -> Optional.of("unreadable"));
      status.ifPresent(is -> named.add(named("account", id, is, Links.account(account))));
    }
    return named;
  }

  private static Map<String, Object> named(String kind, String id, String state, String link) {
    return Json.object("kind", kind, "id", id, "state", state, "link", link);
  }

  private Map<String, Object> page(FindRequest asked, FindRequest.Listing listing) {
    RecordQuery query = asked.query(listing, asked.state().isPresent() ? MOST_READ : PAGE);
    List<Lookup> read = store.records().list(query);
    List<Map<String, Object>> shown = new ArrayList<>();
    List<Map<String, Object>> unreadable = new ArrayList<>();
    int seen = 0;
    while (seen < read.size() && shown.size() < PAGE) {
      Lookup one = read.get(seen++);
      if (one.fault().isPresent()) {
        unreadable.add(
            Json.object("id", one.id(), "fault", one.fault(), "link", Links.transaction(one.id())));
      } else if (asked.state().isEmpty() || asked.state().equals(Views.stateOf(one))) {
        shown.add(row(one, listing));
      }
    }
    boolean mayBeMore = seen < read.size() || read.size() == query.limit();
    return Json.object(
        "list", listing,
        "found", shown,
        "unreadable", unreadable,
        "read", seen,
        "partial", mayBeMore && asked.state().isPresent() ? seen : null,
        "next",
            mayBeMore
                ? FindRequest.After.of(query.after(read.subList(0, seen))).map(asked::address)
                : null);
  }

  private Map<String, Object> row(Lookup seen, FindRequest.Listing listing) {
    Optional<Transaction> transaction = seen.transaction();
    boolean isUnfinished = listing == FindRequest.Listing.UNFINISHED;
    boolean isAuthorized = !isUnfinished && listing != FindRequest.Listing.LATEST;
    return Json.object(
        "id", seen.id(),
        "state", Views.stateOf(seen),
        "link", Links.transaction(seen.id()),
        "does",
            transaction
                .map(Views::summary)
                .orElseGet(() -> "a batch of " + seen.record().orElseThrow().members().size()),
        "amount", transaction.map(one -> Views.amountsText(one.capturedOperations())),
        "reference", transaction.flatMap(one -> one.body().labels().reference()),
        "reason",
            transaction.flatMap(Transaction::reason).map(reason -> Views.message(reason, redactor)),
        "createdAt",
            transaction
                .map(Transaction::createdAt)
                .or(() -> seen.record().map(TransactionRecord::createdAt)),
        "application",
            seen.record()
                .filter(record -> isUnfinished)
                .flatMap(TransactionRecord::owner)
                .map(Owner::application),
        "unchangedFor", isUnfinished ? Steps.span(seen.unmodifiedFor()) : null,
        "expiresAt", transaction.filter(one -> isAuthorized).flatMap(Transaction::expiresAt));
  }
}
