package io.twophase.adapter.inmemory;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.MemberReceipt;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The batches and their members, kept with the records of {@link InMemoryTransactionRepository}.
 * Nothing here is ever in doubt, unreachable or unreadable.
 */
final class InMemoryBatchRepository implements BatchRepository {

  private static final Comparator<BatchRecord> OLDEST_FIRST =
      Comparator.comparing(BatchRecord::lastModified).thenComparing(BatchRecord::id);

  private final InMemoryEntries records;
  private final Option<Duration> keptFor;

  InMemoryBatchRepository(InMemoryEntries records, Option<Duration> keptFor) {
    this.records = records;
    this.keptFor = keptFor;
  }

  @Override
  public BatchBegun begin(NewBatch batch, BatchRecord.Owner owner) {
    Instant now = records.now();
    BeginOutcome record =
        records.insert(batch.id().value(), new Entry.OfBatch(BatchRecord.begun(batch, owner, now)));
    List<BeginOutcome> members = new ArrayList<>(batch.transfers().size());
    for (MemberDocument document : batch.documents()) {
      members.add(records.insert(document.id().value(), new Entry.Member(document, now)));
    }
    return new BatchBegun(record, members);
  }

  @Override
  public List<MatchOutcome> take(List<MemberTake> takes) {
    Instant now = records.now();
    return takes.stream()
        .map(take -> records.change(take.member().value(), entry -> taken(entry, take, now)))
        .toList();
  }

  private static Option<Entry> taken(Entry entry, MemberTake take, Instant now) {
    return entry instanceof Entry.Member member && isFree(member.document(), take.free())
        ? Option.some(
            take.fold(
                into -> new Entry.Member(into.taken(), member.begunAt()),
                alone -> new Entry.Lone(alone.record(now)),
                canceled -> new Entry.Lone(canceled.record(now))))
        : Option.none();
  }

  private static boolean isFree(MemberDocument stored, MemberDocument free) {
    return stored.batch().equals(free.batch()) && stored.body().asksTheSameAs(free.body());
  }

  @Override
  public List<MatchOutcome> advance(List<BatchTransition> transitions) {
    Instant now = records.now();
    return transitions.stream()
        .map(
            transition ->
                records.change(
                    transition.batch().value(),
                    entry ->
                        entry
                            .batch()
                            .flatMap(record -> transition.apply(record, now).toOption())
                            .map(Entry.OfBatch::new)))
        .toList();
  }

  @Override
  public List<BeginOutcome> bury(List<BatchId> ids) {
    Instant now = records.now();
    return ids.stream()
        .map(id -> records.insert(id.value(), new Entry.OfBatch(BatchRecord.tombstone(id, now))))
        .toList();
  }

  @Override
  public boolean hasRecords() {
    return !oldest(record -> true, Duration.ZERO, 1).isEmpty();
  }

  @Override
  public Option<Duration> keptFor() {
    return keptFor;
  }

  @Override
  public List<BatchLookup> find(List<BatchId> ids) {
    Instant now = records.now();
    return ids.stream()
        .map(
            id ->
                records
                    .batch(id)
                    .map(record -> found(record, now))
                    .getOrElse(() -> new BatchLookup.Absent(id)))
        .toList();
  }

  private static BatchLookup found(BatchRecord record, Instant now) {
    return new BatchLookup.Found(record, InMemoryEntries.since(record.lastModified(), now));
  }

  @Override
  public List<BatchLookup> unfinished(Duration unmodifiedFor, int limit) {
    return oldest(record -> !record.state().isFinal(), unmodifiedFor, limit);
  }

  @Override
  public List<BatchLookup> ended(EndedQuery query) {
    List<BatchLookup> all =
        oldest(
            record -> record.state().isFinal() && query.after().forAll(at -> isAfter(record, at)),
            query.endedFor(),
            query.skip() + query.limit());
    return all.subList(Math.min(query.skip(), all.size()), all.size());
  }

  private static boolean isAfter(BatchRecord record, EndedQuery.Place place) {
    int later = record.lastModified().compareTo(place.finishedAt());
    return later > 0
        || (later == 0 && new TransactionId(record.id().value()).compareTo(place.id()) > 0);
  }

  @Override
  public List<BatchLookup> leavingOut(Duration unmodifiedFor, int limit) {
    return oldest(record -> record.state().isFinal() && record.leavesOut(), unmodifiedFor, limit);
  }

  @Override
  public MatchOutcome forgetLeftOut(BatchId id) {
    return records.change(
        id.value(),
        entry ->
            entry
                .batch()
                .filter(record -> record.state().isFinal())
                .map(record -> new Entry.OfBatch(record.withoutLeftOut())));
  }

  private List<BatchLookup> oldest(
      Predicate<BatchRecord> which, Duration unmodifiedFor, int limit) {
    Instant now = records.now();
    List<BatchRecord> all = new ArrayList<>();
    records.forEach(
        (id, entry) ->
            entry
                .batch()
                .filter(which)
                .filter(record -> !record.lastModified().plus(unmodifiedFor).isAfter(now))
                .forEach(all::add));
    return all.stream()
        .sorted(OLDEST_FIRST)
        .limit(limit)
        .map(record -> found(record, now))
        .toList();
  }

  @Override
  public List<TransferLookup> naming(BatchRecord batch) {
    List<MemberDocument> naming = new ArrayList<>();
    records.forEach(
        (id, entry) ->
            entry
                .member()
                .filter(document -> document.batch().equals(batch.id()))
                .forEach(naming::add));
    naming.sort(Comparator.comparing(MemberDocument::id));
    return naming.stream().<TransferLookup>map(TransferLookup.OfBatch::new).toList();
  }

  @Override
  public List<MatchOutcome> removeMembers(List<MemberDocument> members) {
    return members.stream()
        .map(
            member ->
                records.remove(
                    member.id().value(),
                    entry -> entry.member().exists(stored -> isFree(stored, member))))
        .toList();
  }

  @Override
  public List<MatchOutcome> replaceMembers(List<MemberReceipt> members) {
    return members.stream()
        .map(
            given ->
                records.change(
                    given.receipt().id().value(),
                    entry ->
                        entry
                            .member()
                            .filter(stored -> isFree(stored, given.document()))
                            .map(stored -> new Entry.OfRemoved(given.receipt()))))
        .toList();
  }

  @Override
  public MatchOutcome remove(BatchId id) {
    return records.remove(
        id.value(), entry -> entry.batch().exists(record -> record.state().isFinal()));
  }
}
