package io.twophase.app.simulation.audit;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PeriodState;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks at the documents of periods after each write, and at the records of postings, and demands
 * that no posting is decided of a period that somebody was told is closed, until it is open again.
 */
public final class PeriodWatch {

  /** What is asked of a period. */
  public enum Wanted {
    OPEN,
    CLOSE,
    REOPEN
  }

  /**
   * One request. What is asked has a reason of its own, so a document tells by whom it was changed.
   *
   * @param period of which
   * @param wanted what
   * @param reason of no other request
   * @param reopenings how often the period had been reopened when it was asked
   */
  public record Asked(PeriodName period, Wanted wanted, String reason, int reopenings) {}

  /** What is known of a period. */
  private static final class Known {
    private Optional<SeenPeriod> seen = Optional.empty();
    private long openSince;
    private long thereSince;
    private int reopenings;
    private boolean isToldClosed;
    private final Set<String> reopenedBy = new HashSet<>();
  }

  private final DocumentWatch documents;
  private final Tally tally;
  private static final CollectionName PERIODS = Period.document(new PeriodName("any")).collection();

  private final Map<DocumentRef, Known> periods = new HashMap<>();
  private final Map<String, Wanted> reasons = new TreeMap<>();
  private final Map<String, DocumentRef> postings = new HashMap<>();
  private final Map<String, List<DocumentOperation>> others = new HashMap<>();
  private final Map<String, Long> begun = new HashMap<>();
  private long moment;

  PeriodWatch(DocumentWatch documents, Tally tally) {
    this.documents = documents;
    this.tally = tally;
  }

  /** Somebody asks for a transfer, which may be a posting. */
  void asks(TransferRequest request) {
    request
        .period()
        .ifPresent(period -> postings.put(request.id().value(), Period.document(period)));
  }

  /** Somebody asks for a transaction of any kind. */
  void asks(TransactionRequest request) {
    String id = request.id().value();
    documents(request.operations(), true).forEach(check -> postings.put(id, check.document()));
    others.put(id, documents(request.operations(), false));
  }

  /** The operations on periods, or on other documents. */
  private static List<DocumentOperation> documents(
      List<? extends Operation> operations, boolean areOfPeriods) {
    return operations.stream()
        .filter(DocumentOperation.class::isInstance)
        .map(DocumentOperation.class::cast)
        .filter(operation -> isPeriod(operation.document()) == areOfPeriods)
        .toList();
  }

  private static boolean isPeriod(DocumentRef document) {
    return document.collection().equals(PERIODS);
  }

  /** Somebody asks for this now. */
  public Asked asks(PeriodName period, Wanted wanted) {
    String reason = wanted + " " + reasons.size();
    reasons.put(reason, wanted);
    return new Asked(period, wanted, reason, known(period).reopenings);
  }

  /** What was answered. */
  public void answered(Asked asked, PeriodOutcome outcome) {
    tally.count(
        "periods: "
            + asked.wanted()
            + ", "
            + outcome.fold(
                c -> "Changed",
                s -> "StillUndecided",
                refused -> refused.reason().kind(),
                u -> "Unknown"));
    if (outcome instanceof PeriodOutcome.Changed changed) {
      told(asked, changed.period());
    } else if (outcome instanceof PeriodOutcome.StillUndecided still) {
      told(asked, still.period());
    }
  }

  /** It was so at a moment of the call; if it was reopened since, nothing is known. */
  private void told(Asked asked, Period period) {
    Known known = known(asked.period());
    demand(
        period.reason().filter(reasons::containsKey).isPresent(), period, "nobody has asked for");
    demand(
        (period.state() == PeriodState.OPEN)
            == (reasons.get(period.reason().orElseThrow()) != Wanted.CLOSE),
        period,
        "is not as was asked");
    if (period.state() == PeriodState.CLOSED && known.reopenings == asked.reopenings()) {
      known.isToldClosed = true;
    }
  }

  private Known known(PeriodName period) {
    return known(Period.document(period));
  }

  private Known known(DocumentRef document) {
    return periods.computeIfAbsent(document, any -> new Known());
  }

  /** After each write on it. */
  public void observe(DocumentRef document) {
    if (!isPeriod(document)) {
      return;
    }
    moment++;
    Known known = known(document);
    Optional<SeenPeriod> now = documents.find(document).flatMap(SeenPeriod::of);
    if (now.equals(known.seen)) {
      return;
    }
    demand(now.isPresent(), document, "is lost:", known.seen);
    check(document, known, now.orElseThrow());
    known.seen = now;
  }

  private void check(DocumentRef document, Known known, SeenPeriod now) {
    Wanted by = reasons.get(now.reason());
    demand(by != null, document, "was changed as nobody has asked:", now);
    demand(now.isOpen() == (by != Wanted.CLOSE), document, "was not changed as asked:", now);
    demand(!(now.isOpen() && now.isClosed()), document, "is open and closed:", now);
    boolean wasOpen = known.seen.filter(SeenPeriod::isOpen).isPresent();
    if (known.seen.isEmpty()) {
      demand(by == Wanted.OPEN, document, "is there, and was not opened:", now);
      known.thereSince = moment;
    } else {
      demand(by != Wanted.OPEN, document, "was opened again:", now);
    }
    if (known.seen.filter(SeenPeriod::isClosed).isPresent() && !now.isClosed()) {
      demand(known.reopenedBy.add(now.reason()), document, "was reopened twice by one:", now);
      known.reopenings++;
      known.isToldClosed = false;
    }
    if (now.isOpen() && !wasOpen) {
      known.openSince = moment;
    }
  }

  /** A record has changed. */
  void check(Optional<Transaction> before, Transaction now) {
    String id = now.id().value();
    begun.putIfAbsent(id, ++moment);
    checkOperations(now);
    DocumentRef document = postings.get(id);
    if (document == null) {
      return;
    }
    Known known = known(document);
    if (now.state() == State.APPLIED || now.state() == State.AUTHORIZED) {
      tally.count("postings: " + now.state());
      demand(!known.isToldClosed, id, "is decided in what was answered to be closed:", now.state());
    }
    if (before.map(last -> last.reason().isEmpty()).orElse(true)) {
      now.reason().ifPresent(reason -> checkRefused(known, id, reason.kind()));
    }
  }

  /** Since it was begun there was a moment at which it was to be refused so. */
  private void checkRefused(Known known, String id, String kind) {
    boolean isThere = known.seen.isPresent();
    boolean isOpen = known.seen.filter(SeenPeriod::isOpen).isPresent();
    switch (kind) {
      case "PeriodClosed" ->
          demand(
              isThere && !(isOpen && known.openSince < begun.get(id)),
              id,
              "was refused as of a closed period, which was open all the time");
      case "NoSuchPeriod" ->
          demand(
              !(isThere && known.thereSince < begun.get(id)),
              id,
              "was refused as of no period, which was there all the time");
      default -> {}
    }
  }

  /**
   * A posting checks its period; what changes a period was asked for; all else is as it was asked.
   */
  private void checkOperations(Transaction now) {
    List<DocumentOperation> of = documents(now.operations(), true);
    if (isChangeOfPeriod(now)) {
      String note = now.body().note().orElse("");
      demand(
          of.size() == 1 && reasons.containsKey(note.substring(note.lastIndexOf(": ") + 2)),
          now.id(),
          "changes a period as nobody has asked:",
          now);
    } else if (!now.operations().isEmpty()) {
      DocumentRef posted = postings.get(now.id().value());
      boolean isAsAsked =
          posted == null
              ? of.isEmpty()
              : of.size() == 1
                  && of.get(0) instanceof CheckDocument check
                  && check.document().equals(posted);
      isAsAsked &= documents(now.operations(), false).equals(expected(now));
      demand(isAsAsked, now.id(), "is not the posting that was asked:", now);
    }
  }

  /** A reversal takes back what was added. */
  private List<DocumentOperation> expected(Transaction now) {
    List<DocumentOperation> asked =
        others.getOrDefault(now.body().reverses().orElse(now.id()).value(), List.of());
    return now.body().reverses().isEmpty()
        ? asked
        : asked.stream()
            .filter(AddToField.class::isInstance)
            .map(operation -> reversed((AddToField) operation))
            .toList();
  }

  private static DocumentOperation reversed(AddToField add) {
    return new AddToField(add.document(), add.field(), -add.amount(), add.floor(), add.ceiling());
  }

  /** Returns whether a record does more to a period than to check it. */
  static boolean isChangeOfPeriod(Transaction record) {
    return !documents(record.operations(), true).stream().allMatch(CheckDocument.class::isInstance);
  }

  /** At rest: each is as it was seen last, and nothing holds it. */
  void demandAtRest() {
    periods.forEach(
        (document, known) -> {
          Optional<Document> there = documents.find(document);
          demand(there.flatMap(SeenPeriod::of).equals(known.seen), document, "was changed unseen");
          demand(
              there.map(found -> !found.placeholder() && found.holds().isEmpty()).orElse(true),
              document,
              "is held at rest:",
              there);
          known.seen.ifPresent(last -> tally.count("periods at rest: " + last.state()));
        });
  }
}
