package io.twophase.app.evidence;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.evidence.BatchText;
import io.twophase.domain.evidence.RecordText;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads what is to be in the leaves of numbers. */
public final class LeafReader {

  private final TransactionRepository transactions;
  private final Option<BatchRepository> batches;

  /** Of one store. */
  public LeafReader(TransactionRepository transactions, Option<BatchRepository> batches) {
    this.transactions = transactions;
    this.batches = batches;
  }

  /** Reads the records of these numbers; the members of batches later, a batch at a time. */
  public Page page(List<NumberedRecord> numbered) {
    List<TransactionId> lone = new ArrayList<>();
    List<BatchId> ofBatches = new ArrayList<>();
    numbered.forEach(each -> each.record().fold(lone::add, ofBatches::add, bad -> false));
    Map<TransactionId, TransactionLookup> found = new HashMap<>();
    List<TransactionLookup> lookups = lone.isEmpty() ? List.of() : transactions.find(lone);
    for (int at = 0; at < lone.size(); at++) {
      found.put(lone.get(at), lookups.get(at));
    }
    Map<BatchId, BatchLookup> records = new HashMap<>();
    if (!ofBatches.isEmpty()) {
      List<BatchLookup> there = batches.get().find(ofBatches);
      for (int at = 0; at < ofBatches.size(); at++) {
        records.put(ofBatches.get(at), there.get(at));
      }
    }
    return new Page(found, records);
  }

  /** Of a lone transaction that is read. */
  public static LeafContent of(long number, Transaction record) {
    return record.state().isDecided()
        ? new LeafContent.Lone(record.id(), RecordText.lone(number, record))
        : new LeafContent.NotYet();
  }

  /** Some records that are read. */
  public final class Page {

    private final Map<TransactionId, TransactionLookup> lone;
    private final Map<BatchId, BatchLookup> ofBatches;

    private Page(Map<TransactionId, TransactionLookup> lone, Map<BatchId, BatchLookup> ofBatches) {
      this.lone = lone;
      this.ofBatches = ofBatches;
    }

    /** What is to be in the leaf of one of these numbers. */
    public LeafContent content(NumberedRecord numbered) {
      return numbered
          .record()
          .fold(
              id -> ofLone(numbered, Objects.requireNonNull(lone.get(id))),
              id -> ofBatch(numbered, Objects.requireNonNull(ofBatches.get(id))),
              bad -> LeafContent.ofNothing(numbered.number()));
    }

    private LeafContent ofLone(NumberedRecord numbered, TransactionLookup lookup) {
      return lookup.fold(
          found ->
              found.batch().isEmpty()
                  ? of(numbered.number(), found.record())
                  : gone(numbered, true),
          absent -> gone(numbered, true),
          bad -> unreadable(numbered, bad.id()),
          removed -> new LeafContent.Receipted(text(numbered)));
    }

    private LeafContent ofBatch(NumberedRecord numbered, BatchLookup lookup) {
      return lookup.fold(
          found ->
              found.record().state().isDecided()
                  ? new LeafContent.OfBatch(
                      BatchText.of(numbered.number(), found.record()),
                      places(numbered.number(), found.record()))
                  : new LeafContent.NotYet(),
          absent -> gone(numbered, false),
          bad -> unreadable(numbered, bad.id()));
    }
  }

  private static LeafContent unreadable(NumberedRecord numbered, String id) {
    return new LeafContent.Unreadable(
        id, RecordText.unreadable(numbered.number(), numbered.record()));
  }

  private static LeafContent gone(NumberedRecord numbered, boolean leavesReceipt) {
    return new LeafContent.Gone(numbered.record().value(), text(numbered), leavesReceipt);
  }

  private static String text(NumberedRecord numbered) {
    return RecordText.removed(numbered.number(), Option.some(numbered.record()));
  }

  private List<LeafContent.Place> places(long number, BatchRecord batch) {
    List<TransactionLookup> members = transactions.find(batch.members());
    List<LeafContent.Place> places = new ArrayList<>(members.size());
    for (int at = 0; at < members.size(); at++) {
      places.add(place(number, batch, at, members.get(at)));
    }
    return places;
  }

  /**
   * Of a member that is canceled, the document may come late, and retention may have removed any.
   * Of one that is applied, the document was there when that was decided.
   */
  private static LeafContent.Place place(
      long number, BatchRecord batch, int index, TransactionLookup lookup) {
    TransactionId id = batch.members().get(index);
    Option<Transaction> there =
        lookup instanceof TransactionLookup.Found found && found.batch().contains(batch.id())
            ? Option.some(found.record())
            : Option.none();
    MemberState state = batch.ofListed(id);
    List<String> texts = new ArrayList<>();
    texts.add(RecordText.member(number, batch, index, there));
    if (there.isDefined() && state instanceof MemberState.Canceled) {
      texts.add(RecordText.member(number, batch, index, Option.none()));
    }
    boolean isGone = there.isEmpty() && !(state instanceof MemberState.LeftOut);
    LeafContent.Presence presence =
        isGone ? LeafContent.Presence.GONE : LeafContent.Presence.AS_IT_SHOULD;
    return new LeafContent.Place(
        id,
        texts,
        lookup instanceof TransactionLookup.Removed ? LeafContent.Presence.RECEIPT : presence);
  }
}
