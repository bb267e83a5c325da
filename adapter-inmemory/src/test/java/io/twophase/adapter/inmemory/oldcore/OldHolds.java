package io.twophase.adapter.inmemory.oldcore;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Bounds;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.reason.Reason;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The three old ports of a store in memory, asked what the new one is asked: their answers and
 * documents in the new one's words. The callers here ask nothing that the old ports cannot say: a
 * record of several holds ranges of accounts only, and no record has a check beside a range on one
 * target.
 */
final class OldHolds {

  private final InMemoryStore store;
  private final Home home;
  private final HoldRules rules;
  private final Map<List<Object>, Placing> placed = new HashMap<>();

  OldHolds(InMemoryStore store) {
    this.store = store;
    this.home = store.home();
    this.rules = new HoldRules(home, InMemoryStore.ACCOUNTS, HoldLimit.NONE);
  }

  // placing

  Answer place(Placing asked) {
    Answer answer =
        asked
            .claim()
            .fold(
                range ->
                    range
                        .target()
                        .fold(account -> money(asked, range, account), ref -> add(asked, range)),
                document -> document(asked, document.operation()));
    if (answer.kind() == Answer.Kind.HELD) {
      placed.put(key(asked.claim().target(), answer.hold().get()), asked);
    }
    return answer;
  }

  private Answer money(Placing asked, Claim.OfRange claim, AccountId account) {
    boolean isOther =
        old(account)
            .exists(
                there ->
                    hasHold(there, asked.record())
                        && !claim.scale().equals(new Scale.Money(there.currency())));
    if (isOther) {
      return Answer.refused(never(old(account).get(), claim));
    }
    return asked.record().isOfMany()
        ? range(asked, claim, account)
        : lone(asked, operation(claim, account), account);
  }

  private static boolean hasHold(io.twophase.domain.account.Account there, RecordId record) {
    return record.isOfMany()
        ? there.ranges().containsKey(new BatchId(record.value()))
        : there.holds().containsKey(record.transaction());
  }

  private static Reason never(io.twophase.domain.account.Account there, Claim.OfRange claim) {
    return switch (there.status()) {
      case CLOSED -> new HoldRefusal.AccountClosed(there.id());
      case FROZEN -> new HoldRefusal.AccountFrozen(there.id());
      case ACTIVE ->
          new HoldRefusal.CurrencyMismatch(there.id(), there.currency(), currency(claim));
    };
  }

  private static Currency currency(Claim.OfRange claim) {
    return claim
        .scale()
        .fold(
            money -> money.currency(),
            field -> {
              throw new AssertionError("no money: " + field);
            });
  }

  private static AccountOperation operation(Claim.OfRange claim, AccountId account) {
    Range range = claim.range();
    return range.debit() > 0
        ? new Debit(account, new Money(range.debit(), currency(claim)), claim.open())
        : new Credit(account, new Money(range.credit(), currency(claim)));
  }

  /** An old debit at most holds what there is at once: here it was said by the range before. */
  private Answer lone(Placing asked, AccountOperation operation, AccountId account) {
    boolean isShort =
        operation.isAtMost()
            && old(account)
                .exists(
                    there ->
                        there.available() < operation.amount().minor()
                            && there.status() == AccountStatus.ACTIVE
                            && there.currency().equals(operation.amount().currency())
                            && !hasHold(there, asked.record()));
    if (isShort) {
      return shortOf(account);
    }
    return store
        .accounts()
        .hold(List.of(new Leg(asked.record().transaction(), asked.epoch(), operation)))
        .get(0)
        .fold(
            held -> Answer.held(Hold.of(home, asked)),
            already -> Answer.present(hold(asked, account)),
            refused -> refused(refused, account),
            inDoubt -> Answer.inDoubt());
  }

  private Answer refused(AccountHoldOutcome.Refused refused, AccountId account) {
    return switch (refused.refusal().kind()) {
      case HoldRefusal.InsufficientFunds.KIND, HoldRefusal.CeilingReached.KIND -> shortOf(account);
      case HoldRefusal.AccountBusy.KIND -> busy(refused.refusal());
      default -> Answer.refused(refused.refusal());
    };
  }

  /** The old ports do not say who fills an account. */
  private static Answer busy(Reason reason) {
    return new Answer(Answer.Kind.BUSY, Option.none(), Option.none(), Option.some(reason), 0, 0);
  }

  private Answer shortOf(AccountId account) {
    io.twophase.domain.account.Account there = old(account).get();
    return Answer.shortOf(new Bounds(there.balance(), there.available(), there.receivable()));
  }

  private Answer range(Placing asked, Claim.OfRange claim, AccountId account) {
    RangeRequest.Hold request =
        new RangeRequest.Hold(account, asked.epoch(), old(claim.range()), currency(claim));
    if (isMatched(asked.record(), request)) {
      return Answer.held(Hold.of(home, asked));
    }
    RangeLook look =
        ask(asked.record(), new RangeRequest.Look(account, currency(claim)))
            .fold(
                counted -> {
                  throw new AssertionError("a look is counted");
                },
                RangeReply.Seen::look);
    return look.fold(
        held -> Answer.present(hold(asked, account)),
        never -> Answer.refused(never.reason()),
        full -> isBounded(account, claim) ? shortOf(account) : full(account),
        bounds -> shortOf(account));
  }

  private Answer full(AccountId account) {
    return busy(new HoldRefusal.AccountBusy(account, old(account).get().holdCount()));
  }

  private boolean isBounded(AccountId account, Claim.OfRange claim) {
    io.twophase.domain.account.Account there = old(account).get();
    return !new Bounds(there.balance(), there.available(), there.receivable())
        .allows(claim.range());
  }

  private static io.twophase.domain.range.Range old(Range range) {
    return new io.twophase.domain.range.Range(
        range.debit(), range.credit(), range.had(), range.could());
  }

  private Answer add(Placing asked, Claim.OfRange claim) {
    AddToField operation = addition(claim);
    boolean isOther =
        old(operation.document())
            .exists(
                there ->
                    there.holds().stream()
                            .anyMatch(
                                hold -> hold.transaction().equals(asked.record().transaction()))
                        && there
                            .escrow()
                            .get(operation.field())
                            .exists(
                                bounds ->
                                    bounds.floor() != operation.floor()
                                        || bounds.ceiling() != operation.ceiling()));
    return isOther
        ? new Answer(Answer.Kind.REFUSED, Option.none(), Option.none(), Option.none(), 0, 0)
        : document(asked, operation);
  }

  private static AddToField addition(Claim.OfRange claim) {
    DocumentRef ref =
        claim
            .target()
            .fold(
                account -> {
                  throw new AssertionError("an account: " + account);
                },
                document -> document);
    return claim
        .scale()
        .fold(
            money -> {
              throw new AssertionError("money: " + money);
            },
            field ->
                new AddToField(
                    ref,
                    field.name(),
                    claim.range().credit() - claim.range().debit(),
                    field.floor(),
                    field.ceiling()));
  }

  private Answer document(Placing asked, DocumentOperation operation) {
    return store
        .documents()
        .hold(List.of(leg(asked, operation)))
        .get(0)
        .fold(
            held -> Answer.held(Hold.of(home, asked)),
            present -> present(asked, operation, present),
            busy ->
                Answer.busy(
                    hold(busy.holder()),
                    new DocumentRefusal.DocumentBusy(
                        operation.document(), busy.holder().transaction())),
            refused ->
                refused.refusal() instanceof DocumentRefusal.BoundReached reached
                    ? shortOf(operation.document(), reached.field())
                    : Answer.refused(refused.refusal()),
            inDoubt -> Answer.inDoubt());
  }

  private DocumentLeg leg(Placing asked, DocumentOperation operation) {
    return new DocumentLeg(home, asked.record().transaction(), asked.epoch(), operation);
  }

  private Answer present(
      Placing asked, DocumentOperation operation, DocumentHoldOutcome.Present present) {
    List<DocumentHold> holds = old(operation.document()).get().holds();
    Hold there =
        holds.stream()
            .filter(hold -> hold.transaction().equals(asked.record().transaction()))
            .map(this::hold)
            .findFirst()
            .orElseThrow();
    if (asked.claim().admits(there) != present.exactly()) {
      throw new AssertionError(asked + " and " + there + ": exactly is " + present.exactly());
    }
    return Answer.present(there);
  }

  private Answer shortOf(DocumentRef document, String field) {
    Participant there = old(document).get();
    long value = there.fields().get(field).flatMap(Value::wholeNumber).get();
    return there
        .escrow()
        .get(field)
        .map(bounds -> new Bounds(value, bounds.available(), bounds.receivable()))
        .orElse(() -> Option.some(Bounds.around(value, 0, 100)))
        .map(Answer::shortOf)
        .get();
  }

  // ending and stamping

  MatchOutcome stamp(Stamping asked) {
    Placing as = placed.get(key(asked.target(), asked.read()));
    Placing raised = new Placing(as.record(), asked.epoch(), as.claim());
    return ended(
        raised,
        leg -> store.accounts().stamp(List.of(leg)),
        account ->
            new RangeRequest.Stamp(
                account,
                new RangeHold(
                    new BatchId(as.record().value()),
                    asked.read().epoch(),
                    old(asked.read().range())),
                asked.epoch()),
        leg -> store.documents().stamp(List.of(leg)),
        asked.read().range().debit() + asked.read().range().credit());
  }

  MatchOutcome end(Ending asked) {
    Placing as =
        asked
            .claim()
            .map(claim -> new Placing(asked.record(), asked.at().getOrElse(Epoch.FIRST), claim))
            .getOrElse(() -> seen(asked.target(), asked.known().get()));
    Epoch at = as.epoch();
    long moved = Math.abs(asked.net());
    if (asked.happens()) {
      return ended(
          as,
          leg -> store.accounts().settle(List.of(leg)),
          account -> new RangeRequest.Settle(account, at, asked.net()),
          leg -> store.documents().settle(List.of(leg)),
          moved);
    }
    return asked.at().isDefined()
        ? ended(
            as,
            leg -> store.accounts().withdraw(List.of(leg)),
            account -> new RangeRequest.Withdraw(account, at),
            leg -> store.documents().withdraw(List.of(HeldDocument.of(leg))),
            0)
        : ended(
            as,
            leg -> store.accounts().release(List.of(leg)),
            account -> new RangeRequest.Release(account),
            leg -> store.documents().release(List.of(HeldDocument.of(leg))),
            0);
  }

  private List<Object> key(Target target, Hold hold) {
    return List.of(rules.stored(target), hold.at(Epoch.NONE));
  }

  private Placing seen(Target target, Hold hold) {
    Placing as = placed.get(key(target, hold));
    return new Placing(as.record(), hold.epoch(), as.claim());
  }

  /** The request of a lone account, of a range or of a document. */
  private MatchOutcome ended(
      Placing as,
      Function<Leg, List<MatchOutcome>> lone,
      Function<AccountId, RangeRequest> range,
      Function<DocumentLeg, List<MatchOutcome>> document,
      long moved) {
    return as.claim()
        .<MatchOutcome>fold(
            claim ->
                claim
                    .target()
                    .<MatchOutcome>fold(
                        account ->
                            as.record().isOfMany()
                                ? isMatched(as.record(), range.apply(account))
                                    ? MatchOutcome.MATCHED
                                    : MatchOutcome.NOT_MATCHED
                                : lone.apply(leg(as, operation(claim, account), moved)).get(0),
                        ref -> document.apply(leg(as, addition(claim))).get(0)),
            of -> document.apply(leg(as, of.operation())).get(0));
  }

  /** A hold of at most an amount is stamped and settled by the amount that it holds. */
  private static Leg leg(Placing as, AccountOperation operation, long moved) {
    AccountOperation exact =
        operation instanceof Debit debit && debit.atMost() && moved > 0
            ? debit.of(moved)
            : operation;
    long settled = moved > 0 ? Math.min(moved, exact.amount().minor()) : exact.amount().minor();
    return new Leg(as.record().transaction(), as.epoch(), exact, settled);
  }

  private boolean isMatched(RecordId record, RangeRequest request) {
    return ask(record, request).equals(new RangeReply.Counted(MatchOutcome.MATCHED));
  }

  private RangeReply ask(RecordId record, RangeRequest request) {
    return store
        .batches()
        .get()
        .ranges()
        .ask(List.of(new RangeCall(new BatchId(record.value()), request)))
        .get(0);
  }

  // what is stored

  Option<Stored> find(Target target) {
    return rules
        .stored(target)
        .fold(
            account -> old(account).map(there -> stored(there)),
            document -> old(document).map(there -> stored(there)));
  }

  private Option<io.twophase.domain.account.Account> old(AccountId id) {
    return store.accounts().findLatest(id) instanceof AccountLookup.Found found
        ? Option.some(found.account())
        : Option.none();
  }

  private Option<Participant> old(DocumentRef ref) {
    return store.documents().findLatest(ref) instanceof DocumentLookup.Found found
        ? Option.some(found.document())
        : Option.none();
  }

  private Stored stored(io.twophase.domain.account.Account there) {
    List<Hold> holds = new ArrayList<>();
    there.holds().values().forEach(hold -> holds.add(hold(hold)));
    there.ranges().values().forEach(hold -> holds.add(hold(hold)));
    there.documentHolds().forEach(hold -> holds.add(hold(hold)));
    return new Account(
        there.opening(),
        new Bounds(there.balance(), there.available(), there.receivable()),
        there.status(),
        holds,
        Fields.none());
  }

  private Stored stored(Participant there) {
    return new Document(
        there.ref(),
        there.fields(),
        there.placeholder(),
        there.lastTransaction().map(last -> new Document.LastTransaction(last.home(), last.id())),
        there.holds().stream().map(this::hold).toList(),
        there
            .escrow()
            .mapValues(
                bounds ->
                    new Document.Escrow(
                        bounds.available(),
                        bounds.receivable(),
                        bounds.floor(),
                        bounds.ceiling())));
  }

  private Hold hold(Placing asked, AccountId account) {
    io.twophase.domain.account.Account there = old(account).get();
    return asked.record().isOfMany()
        ? hold(there.ranges().get(new BatchId(asked.record().value())).get())
        : hold(there.holds().get(asked.record().transaction()).get());
  }

  private Hold hold(io.twophase.domain.account.Hold old) {
    Range range =
        old.direction() == Direction.DEBIT
            ? Range.whole(old.amount(), 0)
            : Range.whole(0, old.amount());
    return range(RecordId.of(old.transaction()), old.epoch(), range, Set.of());
  }

  private Hold hold(RangeHold old) {
    io.twophase.domain.range.Range range = old.range();
    return range(
        new RecordId(old.batch().value()),
        old.epoch(),
        new Range(range.debit(), range.credit(), range.had(), range.could()),
        Set.of());
  }

  private Hold hold(DocumentHold old) {
    RecordId record = RecordId.of(old.transaction());
    return old.mode() == HoldMode.ESCROW
        ? range(
            record,
            old.epoch(),
            Range.whole(Math.max(0, -old.amount()), Math.max(0, old.amount())),
            old.fields())
        : new Hold(
            home,
            record,
            old.epoch(),
            old.mode(),
            Range.NONE,
            old.fields(),
            old.operation(),
            Option.none());
  }

  private Hold range(RecordId record, Epoch epoch, Range range, Set<String> fields) {
    return new Hold(home, record, epoch, HoldMode.ESCROW, range, fields, "", Option.none());
  }
}
