package io.twophase.app.transfer;

import io.twophase.domain.AccountId;
import io.twophase.domain.Given;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.record.Verdict.Run;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A dry run: says of transactions on accounts what would become of them, one after the other, by
 * the rules that accounts keep and by what is read now. Nothing is written. It promises nothing of
 * later: others move money meanwhile, and what was read may be gone. Each account and each id is
 * read when it is first met. Requests that were asked stay in memory, a few hundred bytes for each.
 * Not thread-safe.
 */
public final class Preview {

  private final Function<List<AccountId>, List<AccountLookup>> accounts;
  private final Function<List<TransactionId>, List<TransactionLookup>> transactions;
  private final Set<AccountId> read = new HashSet<>();
  private final Set<AccountId> uncertain = new HashSet<>();
  private final Map<TransactionId, Asked> asked = new HashMap<>();
  private final Map<AccountId, Account> now = new HashMap<>();

  /** The request under an id, and its outcome by the preview. */
  private record Asked(NewTransaction body, PreviewOutcome outcome) {}

  /** An id that this run was asked for before, with another content. */
  private record AskedBefore(TransactionId id, List<BodyDifference> differences) implements Reason {

    @Override
    public String kind() {
      return "IdReused";
    }

    @Override
    public String message() {
      return "another one before it has the id %s: %s"
          .formatted(
              id, String.join("; ", differences.stream().map(BodyDifference::toString).toList()));
    }
  }

  /** Over what these functions read, which answer in the order asked. */
  public Preview(
      Function<List<AccountId>, List<AccountLookup>> accounts,
      Function<List<TransactionId>, List<TransactionLookup>> transactions) {
    this.accounts = accounts;
    this.transactions = transactions;
  }

  /** Goes on as if these accounts were opened now; one that is there stays as it is. */
  public void open(List<Opening> openings) {
    List<Opening> all = Given.list(openings, "openings");
    read(all.stream().map(Opening::id).toList());
    for (Opening opening : all) {
      if (!uncertain.contains(opening.id())) {
        now.putIfAbsent(opening.id(), Account.open(opening));
      }
    }
  }

  /**
   * Returns what would become of these, each after those before it, and after all that this run was
   * asked before.
   *
   * @return one for each, in their order
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public List<PreviewOutcome> ask(List<? extends Request> requests) {
    List<Request> all = Given.list(requests, "requests");
    List<Either<TransactionRefusal, NewTransaction>> bodies =
        all.stream().map(Request::transaction).toList();
    List<NewTransaction> valid = bodies.stream().filter(Either::isRight).map(Either::get).toList();
    read(
        valid.stream()
            .flatMap(body -> body.accountOperations().stream())
            .map(operation -> operation.account())
            .toList());
    Map<TransactionId, TransactionLookup> stored = stored(valid);
    List<PreviewOutcome> outcomes = new ArrayList<>(all.size());
    for (int at = 0; at < all.size(); at++) {
      TransactionId id = all.get(at).id();
      outcomes.add(
          bodies
              .get(at)
              .fold(
                  refusal -> new PreviewOutcome.Refused(id, refusal, false),
                  body -> outcome(body, stored)));
    }
    return outcomes;
  }

  private void read(List<AccountId> ids) {
    Set<AccountId> fresh = new LinkedHashSet<>(ids);
    fresh.removeAll(read);
    if (fresh.isEmpty()) {
      return;
    }
    List<AccountId> wanted = List.copyOf(fresh);
    List<AccountLookup> lookups = accounts.apply(wanted);
    for (int at = 0; at < wanted.size(); at++) {
      if (lookups.get(at) instanceof AccountLookup.Found found) {
        now.put(wanted.get(at), found.account());
      } else if (lookups.get(at) instanceof AccountLookup.Unreadable) {
        uncertain.add(wanted.get(at));
      }
    }
    read.addAll(fresh);
  }

  private Map<TransactionId, TransactionLookup> stored(List<NewTransaction> bodies) {
    List<TransactionId> ids =
        bodies.stream()
            .map(NewTransaction::id)
            .filter(id -> !asked.containsKey(id))
            .distinct()
            .toList();
    List<TransactionLookup> lookups = ids.isEmpty() ? List.of() : transactions.apply(ids);
    Map<TransactionId, TransactionLookup> stored = new HashMap<>();
    for (int at = 0; at < ids.size(); at++) {
      stored.put(ids.get(at), lookups.get(at));
    }
    return stored;
  }

  private PreviewOutcome outcome(
      NewTransaction body, Map<TransactionId, TransactionLookup> stored) {
    Asked before = asked.get(body.id());
    if (before != null) {
      List<BodyDifference> differences = BodyDifference.between(before.body(), body);
      return differences.isEmpty()
          ? before.outcome()
          : new PreviewOutcome.Refused(body.id(), new AskedBefore(body.id(), differences), false);
    }
    PreviewOutcome outcome =
        stored
            .getOrDefault(body.id(), new TransactionLookup.Absent(body.id()))
            .fold(
                found -> stored(body, found.record()),
                absent -> run(body),
                unreadable -> notKnown(body, "its record cannot be read: " + unreadable.fault()),
                removed -> removed(body, removed.receipt()));
    asked.put(body.id(), new Asked(body, outcome));
    return outcome;
  }

  private PreviewOutcome stored(NewTransaction body, Transaction record) {
    if (!record.body().isTombstone() && !record.body().asksTheSameAs(body)) {
      return new PreviewOutcome.Refused(
          body.id(), Refusal.IdReused.by(Optional.of(record), body), false);
    }
    if (record.state() == State.DONE || record.state() == State.APPLIED) {
      return new PreviewOutcome.Applied(body.id(), true);
    }
    return record.state() == State.CANCELED || record.state() == State.CANCELING
        ? new PreviewOutcome.Refused(body.id(), record.reason().orElseThrow().said(), true)
        : notKnown(body, "it is under way, and not decided");
  }

  private static PreviewOutcome removed(NewTransaction body, Receipt receipt) {
    if (!receipt.isAnswerTo(body)) {
      return new PreviewOutcome.Refused(
          body.id(), Refusal.IdReused.by(Optional.empty(), body), false);
    }
    return receipt
        .reason()
        .<PreviewOutcome>map(reason -> new PreviewOutcome.Refused(body.id(), reason.said(), true))
        .orElseGet(() -> new PreviewOutcome.Applied(body.id(), true));
  }

  /** Runs one transaction as if its holds were placed and settled at once. */
  private PreviewOutcome run(NewTransaction body) {
    Member member = Member.of(body);
    Claims claims = Claims.of(List.of(member), false);
    Map<Target, Either<CancelReason, Range>> answers = new HashMap<>();
    for (Member.Touch touch : member.touches()) {
      if (!isKnown(touch.target(), body.id())) {
        return notKnown(
            body, "it is on a document, or on an account that is not known for certain");
      }
      answers.put(
          touch.target(),
          bounds(touch)
              .map(
                  there ->
                      claims
                          .within(touch.target(), there.available(), there.receivable())
                          .range()));
    }
    Verdict verdict =
        Run.of(List.of(body.id()), Map.of(body.id(), member), Set.of(), false, answers);
    if (!verdict.applies(body.id())) {
      CancelReason why = Objects.requireNonNull(verdict.refused().get(body.id()));
      return new PreviewOutcome.Refused(body.id(), why.said(), false);
    }
    Claims.nets(List.of(member), verdict).forEach(this::move);
    return new PreviewOutcome.Applied(body.id(), false);
  }

  /** An account that is held as a document, or by an earlier try of the transaction, may change. */
  private boolean isKnown(Target target, TransactionId asking) {
    RecordId own = RecordId.of(asking);
    return target.fold(
        id ->
            !uncertain.contains(id)
                && Optional.ofNullable(now.get(id)).map(Account::holds).stream()
                    .flatMap(List::stream)
                    .allMatch(hold -> hold.mode() == HoldMode.ESCROW && !hold.record().equals(own)),
        document -> false);
  }

  private Either<CancelReason, Bounds> bounds(Member.Touch touch) {
    AccountId id = account(touch.target());
    return Option.of(now.get(id))
        .<CancelReason>toEither(() -> new HoldRefusal.NoSuchAccount(id))
        .flatMap(account -> account.bounds(touch.how().get()));
  }

  private void move(Target target, long net) {
    now.computeIfPresent(
        account(target),
        (id, account) ->
            account.with(
                new Scale.Money(account.currency()), account.bounds().ending(Range.NONE, net)));
  }

  private static AccountId account(Target target) {
    return target.fold(
        id -> id,
        document -> {
          throw new IllegalArgumentException(document + " is no account");
        });
  }

  /** Returns that the outcome is not known: nor is any after it on its accounts. */
  private PreviewOutcome notKnown(NewTransaction body, String why) {
    uncertain.addAll(
        body.accountOperations().stream()
            .map(operation -> operation.account())
            .collect(Collectors.toSet()));
    return new PreviewOutcome.NotKnown(body.id(), why);
  }
}
