package io.twophase.adapter.inmemory.planted;

import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.test.forwarding.ForwardingRecords;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Records that break one promise. */
final class PlantedRecords extends ForwardingRecords {

  /** The promise that is broken. */
  enum Fault {
    NONE,
    SAYS_BEGUN_FOR_WHAT_IS_THERE,
    STOPS_AT_A_TAKEN_ID,
    LOSES_LABELS,
    MOVES_AT_ANY_EPOCH,
    EVERY_MOVE_IS_MATCHED,
    DECIDES_WHOEVER_IS_EXCLUDED,
    FORGETS_AMOUNTS,
    CAPTURES_UNAPPROVED,
    TAKES_FROM_ANY_RECORD,
    FORGETS_WHO_TAKES,
    ANSWERS_IN_AN_ORDER_OF_ITS_OWN,
    MEMBERS_ARE_ABSENT,
    MEMBERS_LOOK_FREE,
    BATCHES_ARE_ABSENT,
    REMEMBERS_THE_LATEST,
    LISTS_THE_OLDEST_FIRST,
    LISTS_WHATEVER_THE_LABELS,
    LISTS_WHAT_CHANGED_LATELY,
    LISTS_EVERY_PAGE_FROM_THE_START,
    LISTS_WHOEVER_OWNS_IT,
    FORGETS_NOTHING,
    FINDS_NOBODY_NAMING,
    SCANS_NO_MEMBERS,
    SCANS_DEBITS_ONLY,
    REMOVES_WHATEVER_IS_THERE,
    RECEIPTS_FREE_THE_ID,
    RECEIPTS_FORGET_THE_AMOUNT,
    RECEIPTS_GO_AT_ANY_AGE
  }

  private final Fault fault;
  private final Map<TransactionId, Lookup> latest = new HashMap<>();

  PlantedRecords(Records sound, Fault fault) {
    super(sound);
    this.fault = fault;
  }

  private boolean is(Fault other) {
    return fault == other;
  }

  @Override
  public List<List<BeginOutcome>> insert(List<NewRecord> records) {
    List<List<BeginOutcome>> answers = new ArrayList<>();
    boolean hasStopped = false;
    for (NewRecord record : records) {
      List<BeginOutcome> answer =
          hasStopped
              ? List.of(BeginOutcome.ID_TAKEN)
              : super.insert(List.of(labelled(record))).get(0);
      hasStopped = is(Fault.STOPS_AT_A_TAKEN_ID) && answer.contains(BeginOutcome.ID_TAKEN);
      answers.add(
          is(Fault.SAYS_BEGUN_FOR_WHAT_IS_THERE)
              ? Collections.nCopies(answer.size(), BeginOutcome.BEGUN)
              : answer);
    }
    return answers;
  }

  private NewRecord labelled(NewRecord record) {
    return is(Fault.LOSES_LABELS)
        ? new NewRecord(
            record.id(),
            record.members().stream().map(body -> body.labelled(Labels.NONE)).toList(),
            record.inOrder(),
            record.owner())
        : record;
  }

  @Override
  public List<MatchOutcome> move(List<Transition> transitions) {
    List<MatchOutcome> outcomes =
        new ArrayList<>(super.move(transitions.stream().map(this::otherwise).toList()));
    if (is(Fault.ANSWERS_IN_AN_ORDER_OF_ITS_OWN)) {
      Collections.reverse(outcomes);
    }
    return is(Fault.EVERY_MOVE_IS_MATCHED)
        ? Collections.nCopies(outcomes.size(), MatchOutcome.MATCHED)
        : outcomes;
  }

  private Transition otherwise(Transition asked) {
    boolean forgets = is(Fault.FORGETS_NOTHING) && asked.kind() == Transition.Kind.FORGET;
    return new Transition(
        asked.kind(),
        forgets ? new RecordId("batch:none") : asked.record(),
        asked.from(),
        asked.to(),
        is(Fault.MOVES_AT_ANY_EPOCH) ? Option.none() : asked.epoch(),
        asked.owner(),
        is(Fault.DECIDES_WHOEVER_IS_EXCLUDED) && asked.isByRun()
            ? stored(asked.record())
                .map(TransactionRecord::excluded)
                .getOrElse(LinkedHashMap.empty())
            : asked.excluded(),
        is(Fault.FORGETS_AMOUNTS) ? withoutAmounts(asked.verdict()) : asked.verdict(),
        asked.reason(),
        asked.approver(),
        is(Fault.CAPTURES_UNAPPROVED) ? 0 : asked.approvals());
  }

  private static Verdict withoutAmounts(Verdict verdict) {
    return new Verdict(verdict.refused(), verdict.left(), verdict.unseen(), LinkedHashMap.empty());
  }

  private Option<TransactionRecord> stored(RecordId id) {
    return super.find(List.of(id)).get(0).record();
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    return super.take(takes.stream().map(this::otherwise).toList());
  }

  private MemberTake otherwise(MemberTake take) {
    MemberDocument free =
        is(Fault.TAKES_FROM_ANY_RECORD)
            ? super.findMembers(List.of(take.member())).get(0).member().getOrElse(take.free())
            : take.free();
    return new MemberTake(
        take.kind(),
        free,
        take.into(),
        is(Fault.FORGETS_WHO_TAKES)
            ? take.owner().map(owner -> new Owner(owner.application(), Fixtures.token("nobody")))
            : take.owner(),
        take.reason());
  }

  @Override
  public List<Lookup> findMembers(List<TransactionId> ids) {
    return super.findMembers(ids).stream().map(this::otherwise).toList();
  }

  private Lookup otherwise(Lookup lookup) {
    boolean isAbsent =
        lookup.member().isDefined()
            ? is(Fault.MEMBERS_ARE_ABSENT)
            : is(Fault.BATCHES_ARE_ABSENT) && lookup.kind() == Lookup.Kind.UNREADABLE;
    return isAbsent
        ? Lookup.absent(lookup.id())
        : is(Fault.MEMBERS_LOOK_FREE)
            ? lookup
                .member()
                .map(member -> Lookup.found(member, Option.none(), lookup.unmodifiedFor()))
                .getOrElse(lookup)
            : lookup;
  }

  @Override
  public Lookup findLatest(TransactionId id) {
    Lookup found = otherwise(super.findLatest(id));
    return is(Fault.REMEMBERS_THE_LATEST) ? latest.computeIfAbsent(id, first -> found) : found;
  }

  @Override
  public List<Lookup> list(RecordQuery query) {
    boolean isNaming = query.kind() == RecordQuery.Kind.NAMING;
    List<Lookup> listed = new ArrayList<>(super.list(otherwise(query)));
    if (is(Fault.LISTS_THE_OLDEST_FIRST)) {
      Collections.reverse(listed);
    }
    return isNaming && is(Fault.FINDS_NOBODY_NAMING) ? List.of() : listed;
  }

  private RecordQuery otherwise(RecordQuery query) {
    boolean fromTheStart = is(Fault.LISTS_EVERY_PAGE_FROM_THE_START);
    return new RecordQuery(
        query.kind(),
        is(Fault.LISTS_WHAT_CHANGED_LATELY) ? Duration.ZERO : query.unmodifiedFor(),
        query.state(),
        query.account(),
        is(Fault.LISTS_WHATEVER_THE_LABELS) ? Labels.NONE : query.labels(),
        is(Fault.LISTS_WHOEVER_OWNS_IT) ? Option.none() : query.application(),
        query.named(),
        query.limit(),
        fromTheStart ? Option.none() : query.after(),
        fromTheStart ? 0 : query.skip());
  }

  @Override
  public void scan(Option<AccountId> account, Consumer<Lookup> consumer) {
    super.scan(
        account,
        lookup -> {
          boolean isMissed =
              lookup.member().isDefined()
                  ? is(Fault.SCANS_NO_MEMBERS)
                  : is(Fault.SCANS_DEBITS_ONLY)
                      && account.exists(it -> !debits(lookup.body().get(), it));
          if (!isMissed) {
            consumer.accept(lookup);
          }
        });
  }

  private static boolean debits(NewTransaction body, AccountId account) {
    return body.accountOperations().stream()
        .anyMatch(it -> it.account().equals(account) && it.direction() == Direction.DEBIT);
  }

  @Override
  public List<MatchOutcome> remove(List<Removal> going) {
    List<MatchOutcome> outcomes = super.remove(going.stream().map(this::otherwise).toList());
    return is(Fault.REMOVES_WHATEVER_IS_THERE)
        ? Collections.nCopies(outcomes.size(), MatchOutcome.MATCHED)
        : outcomes;
  }

  private Removal otherwise(Removal removal) {
    return new Removal(
        removal.going(),
        is(Fault.RECEIPTS_FREE_THE_ID) ? Option.none() : removal.receipt().map(this::otherwise));
  }

  private Receipt otherwise(Receipt receipt) {
    return is(Fault.RECEIPTS_FORGET_THE_AMOUNT)
        ? new Receipt(
            receipt.id(),
            receipt.digest(),
            receipt.epoch(),
            receipt.reason(),
            Option.none(),
            receipt.finishedAt())
        : receipt;
  }

  @Override
  public int removeReceipts(Duration endedFor, int limit) {
    return super.removeReceipts(is(Fault.RECEIPTS_GO_AT_ANY_AGE) ? Duration.ZERO : endedFor, limit);
  }
}
