package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.app.event.Events;
import io.twophase.app.statement.PeriodLookup;
import io.twophase.app.statement.Periods;
import io.twophase.console.http.Answer;
import io.twophase.console.http.Parameters;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.view.DocumentView;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.OperationViews;
import io.twophase.console.view.PeriodViews;
import io.twophase.console.view.ProofViews;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PeriodState;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The screens that show one thing of a store, or all of a kind. */
public record StoreScreens(TwoPhase twophase, Store store, Redactor redactor) {

  private static final int MOST_HOLDS = 500;
  private static final int PAGE = 100;

  /** Shows that something cannot be read. */
  static Answer unreadable(String named, Object id, Object fault) {
    return new Answer.Shown(Json.object("unreadable", Json.object(named, id, "fault", fault)));
  }

  /** Shows one account: its figures, and what is held of it. */
  public Answer account(Request request) {
    AccountId id = Parameters.account(request);
    return twophase
        .accounts()
        .find(id)
        .fold(
            found -> new Answer.Shown(model(found.account())),
            absent -> Answer.missing("NoSuchAccount", "There is no account " + id + "."),
            fault -> unreadable("id", id, fault.fault()));
  }

  private static Map<String, Object> model(Account account) {
    Optional<String> action =
        switch (account.status()) {
          case ACTIVE -> Optional.of("freeze");
          case FROZEN -> Optional.of("unfreeze");
          case CLOSED -> Optional.empty();
        };
    return Json.object("account", Linked.account(account, MOST_HOLDS), "can", action);
  }

  /** Shows the record of a batch, and where each of its members is. */
  public Answer batch(Request request) {
    RecordId id = Parameters.parsed(RecordId.parseBatch(request.required("id")));
    int page = Parameters.page(request);
    Lookup seen = store.records().find(List.of(id)).get(0);
    if (seen.fault().isPresent()) {
      return unreadable("id", id, seen.fault());
    }
    return seen.record()
        .<Answer>map(record -> new Answer.Shown(model(seen, record, page)))
        .orElseGet(() -> Answer.missing("NoSuchBatch", "There is no batch " + id + "."));
  }

  private Map<String, Object> model(Lookup seen, TransactionRecord record, int number) {
    Paging<TransactionId> page =
        Paging.of(record.members(), PAGE, number, Links.transaction(record.id().value()));
    Map<String, Object> model =
        Json.object(
            "batch", Views.batch(record, members(record, page.shown()), redactor),
            "meaning", Steps.meaning(record.state()),
            "steps", Steps.of(record, record.lastModified().plus(seen.unmodifiedFor())),
            "unfinished", Stuck.unfinished(seen, store.owners()));
    model.putAll(page.json());
    return model;
  }

  private List<Map<String, Object>> members(TransactionRecord record, List<TransactionId> ids) {
    List<TransactionLookup> lookups = ids.isEmpty() ? List.of() : twophase.transactions().find(ids);
    return IntStream.range(0, ids.size())
        .mapToObj(at -> Views.member(record, ids.get(at), lookups.get(at), redactor))
        .toList();
  }

  /**
   * Shows the consumers of events, how far each has read, and the tree of evidence. It gives no
   * numbers itself.
   */
  public Answer consumers(Request request) {
    Events events = twophase.events();
    boolean areOn = events.areOn();
    List<Map<String, Object>> consumers = events.consumers().stream().map(Views::consumer).toList();
    return new Answer.Shown(
        Json.object(
            "eventsOn", areOn,
            "evidenceOn", twophase.evidence().isOn(),
            "numbered", store.events().confirmed(),
            "trimmed", store.events().trimmed(),
            "leaves", store.events().evidence().size(),
            "consumers", consumers,
            "unreadable", events.unreadableConsumers()));
  }

  /** Shows one document: as decided, what holds it, and which transaction changed it last. */
  public Answer document(Request request) {
    DocumentRef ref = Parameters.document(request);
    return DocumentView.read(store, twophase.documents(), ref, MOST_HOLDS)
        .fold(
            fault -> unreadable("name", ref, redactor.shownFault(fault)),
            view -> document(ref, view));
  }

  private Answer document(DocumentRef ref, DocumentView view) {
    if (view.stored().filter(StoreScreens::takesPart).isPresent()) {
      return new Answer.Shown(model(view));
    }
    return view.isThere()
        ? Answer.missing(
            "NoParticipant",
            "No transaction holds or has changed document " + ref + ": it is not shown.")
        : Answer.missing("NoSuchDocument", "There is no document " + ref + ".");
  }

  /** Documents of no transaction stay unseen, whatever this process may read. */
  private static boolean takesPart(Document stored) {
    return stored.placeholder()
        || !stored.holds().isEmpty()
        || !stored.escrow().isEmpty()
        || stored.lastTransaction().isPresent();
  }

  private Map<String, Object> model(DocumentView view) {
    Map<String, Object> model = Linked.document(view, redactor);
    for (Document.LastTransaction last :
        view.stored().flatMap(Document::lastTransaction).stream().toList()) {
      boolean isHere = last.home().equals(store.home());
      model.put(
          "lastTransaction",
          Json.object(
              "id", last.id(),
              "home", isHere ? null : last.home(),
              "link", isHere ? Links.transaction(last.id().value()) : null));
    }
    return Json.object("document", model);
  }

  /**
   * Shows all accounting periods, with the undecided postings that each one which is not closed
   * waits for.
   */
  public Answer periods(Request request) {
    List<Map<String, Object>> shown = new ArrayList<>();
    List<Map<String, Object>> unreadable = new ArrayList<>();
    for (PeriodLookup lookup : PeriodViews.all(twophase.periods())) {
      lookup.<Boolean>fold(
          found -> shown.add(linked(json(found.period()), lookup)),
          absent -> false,
          fault ->
              unreadable.add(
                  linked(Json.object("period", fault.name(), "fault", fault.fault()), lookup)));
    }
    return new Answer.Shown(Json.object("periods", shown, "unreadable", unreadable));
  }

  private Map<String, Object> json(Period period) {
    Map<String, Object> json = PeriodViews.of(period);
    if (period.state() != PeriodState.CLOSED) {
      List<TransactionId> undecided = twophase.periods().undecided(period.name());
      int shown = Math.min(undecided.size(), Periods.MOST_NAMED);
      json.putAll(
          Json.object(
              "undecided", undecided.subList(0, shown),
              "undecidedCount", undecided.size(),
              "moreUndecided", undecided.size() > shown ? undecided.size() - shown : null));
    }
    return json;
  }

  private static Map<String, Object> linked(Map<String, Object> json, PeriodLookup lookup) {
    json.put("link", Links.document(Period.document(lookup.name())));
    return json;
  }

  /** Sends the proof of one transaction in the tree of evidence as it is, as a file. */
  public Answer proof(Request request) {
    TransactionId id = Parameters.transaction(request);
    boolean isHidden =
        twophase.transactions().find(id) instanceof TransactionLookup.Found found
            && hides(redactor, found.record());
    return isHidden
        ? new Answer.Declined(
            403, "Hidden", "The proof of " + id + " would show values that are hidden here.")
        : twophase
            .evidence()
            .proof(id)
            .fold(
                refusal -> Answer.missing(refusal.kind(), refusal.message()),
                proof ->
                    new Answer.Sent(
                        Response.json(200, ProofViews.of(proof, proof.head().orElseThrow()))
                            .asFile("proof-" + id + ".json")));
  }

  /** Returns whether a proof, which has all of a transaction, would show what is hidden. */
  static boolean hides(Redactor redactor, Transaction record) {
    return record.operations().stream()
        .anyMatch(
            one -> !OperationViews.of(one, redactor).equals(OperationViews.of(one, Redactor.NONE)));
  }

  /**
   * A page of a list that is there as a whole.
   *
   * @param shown of the page
   * @param number of the page, from 1 on
   * @param pages how many there are
   * @param count how long the list is
   * @param address of the list, with a query
   */
  record Paging<T>(List<T> shown, int number, int pages, int count, String address) {

    static <T> Paging<T> of(List<T> all, int size, int number, String address) {
      int pages = Math.max(1, (all.size() + size - 1) / size);
      int from = (int) Math.min((long) (number - 1) * size, all.size());
      return new Paging<>(
          all.subList(from, Math.min(from + size, all.size())), number, pages, all.size(), address);
    }

    Map<String, Object> json() {
      boolean isPaged = pages > 1;
      Optional<String> previous = at(Math.min(number - 1, pages));
      Optional<String> next = number < pages ? at(number + 1) : Optional.empty();
      return Json.object(
          "count", count,
          "page", number,
          "pages", pages,
          "paged", isPaged,
          "previous", previous,
          "next", next);
    }

    private Optional<String> at(int other) {
      return other > 0 ? Optional.of(address + "&page=" + other) : Optional.empty();
    }
  }
}
