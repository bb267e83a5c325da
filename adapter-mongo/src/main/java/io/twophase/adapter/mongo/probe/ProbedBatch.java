package io.twophase.adapter.mongo.probe;

import static io.twophase.adapter.mongo.probe.ProbeScript.FIRST;
import static io.twophase.adapter.mongo.probe.ProbeScript.SECOND;

import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.util.List;

/** The steps of the probe on a record of three members: one is applied, one canceled, one left. */
final class ProbedBatch {

  private final ProbedAccounts accounts;
  private final ProbedRecords records;
  private final Scratch ids;
  private final Owner owner;
  private final AccountId account;
  private final AccountId other;
  private final RecordId batch;

  ProbedBatch(ProbedAccounts accounts, ProbedRecords records, Scratch ids, Owner owner) {
    this.accounts = accounts;
    this.records = records;
    this.ids = ids;
    this.owner = owner;
    this.account = ids.account("ranged");
    this.other = ids.account("other");
    this.batch = ids.batch();
  }

  void run() {
    accounts.open("insert one more account", Scratch.opening(account, 40));
    records.insert(
        "insert a record and its members",
        NewRecord.several(batch, List.of(member("m1"), member("m2"), member("m3")), false, owner));
    holds();
    decision();
    rest();
  }

  private NewTransaction member(String name) {
    return ids.transfer(name, account, other, 5);
  }

  private void holds() {
    Placing whole = ids.range(FIRST, account, Range.whole(30, 20));
    Placing raised = ids.range(SECOND, account, Range.whole(30, 20));
    accounts.place("hold a range ($inc of two bounds beside $push)", whole);
    accounts.place("refuse a second range of one record", ids.range(FIRST, account, Range.NONE));
    accounts.stamp("raise the epoch of a range", ProbeScript.raised(whole, SECOND));
    accounts.end("settle no range at an older epoch", ProbeScript.settled(whole, -5));
    accounts.end(
        "settle a range ($inc of three figures beside $pull)", ProbeScript.settled(raised, -5));
    accounts.end("settle no range twice", ProbeScript.settled(raised, -5));
    accounts.place("refuse a range where more is there than it says ($lte)", reduced(34));
    accounts.place("hold a range that says what was there", reduced(35));
    accounts.end(
        "withdraw no range at another epoch",
        ProbeScript.withdrawn(ids.range(SECOND, account, Range.whole(5, 0))));
    accounts.end("withdraw a range", ProbeScript.withdrawn(reduced(35)));
  }

  private Placing reduced(long had) {
    return ids.range(FIRST, account, new Range(5, 0, Option.some(had), Option.none()));
  }

  private void decision() {
    Transition exclusion = Transition.exclude(batch, ids.transaction("m2"), ProbeScript.REASON);
    records.move("cancel a member ($push)", exclusion);
    records.move("cancel no member twice ($ne)", exclusion);
    records.move("decide nothing by other exclusions", decided(LinkedHashMap.empty()));
    records.move("decide by those that are there", decided(records.record(batch).excluded()));
    records.move("finish the record of three", Transition.finish(batch, State.APPLIED));
  }

  private Transition decided(LinkedHashMap<TransactionId, CancelReason> excluded) {
    return Transition.decide(
        batch,
        List.of(ids.transaction("m1"), ids.transaction("m2"), ids.transaction("m3")),
        FIRST,
        excluded,
        new Verdict(
            LinkedHashMap.empty(),
            LinkedHashSet.of(ids.transaction("m3")),
            LinkedHashSet.empty(),
            LinkedHashMap.empty()));
  }

  private void rest() {
    MemberTake alone = MemberTake.alone(records.member(ids.transaction("m3")), owner);
    records.take("make a record of a member that is left out ($unset beside $set)", alone);
    records.move("forget that it was left out", Transition.forget(batch, State.DONE));
  }
}
