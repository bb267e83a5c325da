package io.twophase.app.event;

import io.twophase.app.event.LeafContent.LeafDifference;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.BatchText;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordText;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Answers;
import io.twophase.ports.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads what is to be in the leaves of numbers.
 *
 * @param records of one store
 */
public record LeafReader(Records records) {

  /**
   * Reads the records of these numbers, and returns the content of the leaf of each. The function
   * reads the members of a record of several.
   */
  public Function<NumberedRecord, LeafContent> page(List<NumberedRecord> numbered) {
    List<RecordId> ids = NumberedRecord.records(numbered);
    Map<RecordId, Lookup> found = Answers.byAsked(ids, records.find(ids));
    return each ->
        each.record()
            .fold(
                fault -> LeafContent.ofNothing(each.number()),
                id -> content(each.number(), id, Objects.requireNonNull(found.get(id))));
  }

  private LeafContent content(long number, RecordId id, Lookup lookup) {
    return switch (lookup.kind()) {
      case FOUND -> of(number, lookup.record().orElseThrow());
      case ABSENT -> LeafContent.ofGone(number, id);
      case REMOVED ->
          new LeafContent.OfOne(RecordText.removed(number, Optional.of(id)), Optional.empty());
      case UNREADABLE ->
          lookup.member().isPresent()
              ? LeafContent.ofGone(number, id)
              // its leaf says so, and the leaves behind it are made
              : new LeafContent.OfOne(
                  RecordText.unreadable(number, id),
                  Optional.of(new LeafDifference.Changed(lookup.id())));
    };
  }

  /** The content of the leaf of a record, as it is read. */
  public LeafContent of(long number, TransactionRecord record) {
    if (!record.state().isDecided()) {
      return LeafContent.OfOne.NOT_YET;
    }
    return record
        .alone()
        .<LeafContent>map(
            only ->
                new LeafContent.OfOne(
                    RecordText.lone(number, only),
                    Optional.of(new LeafDifference.Changed(only.id().value()))))
        .orElseGet(() -> ofSeveral(number, record));
  }

  /** The content of the leaf of a decided record of several, with its members as they are now. */
  LeafContent.OfBatch ofSeveral(long number, TransactionRecord record) {
    List<Lookup> members = records.findMembers(record.members());
    List<LeafContent.OfOne> places = new ArrayList<>(members.size());
    for (int at = 0; at < members.size(); at++) {
      places.add(place(number, record, at, members.get(at)));
    }
    return new LeafContent.OfBatch(BatchText.of(number, record), places);
  }

  /**
   * The document of a canceled member may come late, and retention may have removed any. The
   * document of an applied member was there when that was decided.
   */
  private static LeafContent.OfOne place(
      long number, TransactionRecord record, int index, Lookup lookup) {
    TransactionId id = record.members().get(index);
    Optional<Transaction> there =
        lookup
            .member()
            .filter(member -> lookup.kind() == Lookup.Kind.FOUND)
            .filter(member -> member.record().equals(record.id()))
            .map(record::of);
    Fate fate = record.fate(id).orElseThrow();
    List<String> texts = new ArrayList<>();
    texts.add(RecordText.member(number, record, index, there));
    if (there.isPresent() && fate.reason().isPresent()) {
      texts.add(RecordText.member(number, record, index, Optional.empty()));
    }
    boolean isGone = there.isEmpty() && fate.kind() != Fate.Kind.LEFT;
    LeafDifference different =
        isGone
            ? new LeafDifference.Removed(id.value(), true)
            : new LeafDifference.Changed(id.value());
    return new LeafContent.OfOne(
        texts, lookup.kind() == Lookup.Kind.REMOVED ? Optional.empty() : Optional.of(different));
  }
}
