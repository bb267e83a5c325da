package io.twophase.app.testing;

import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** Documents of members travel by themselves: now and then some of them get lost. */
public final class LostMembers {

  private LostMembers() {}

  /**
   * The answers to an insert that a store has made: the members that it loses now are in doubt.
   *
   * @param whenSome takes each record of which some members got lost
   */
  public static List<Object> of(
      Random random,
      Records sound,
      List<?> inserted,
      List<?> answers,
      Consumer<NewRecord> whenSome) {
    List<Object> told = new ArrayList<>();
    for (int at = 0; at < inserted.size(); at++) {
      NewRecord record = (NewRecord) inserted.get(at);
      List<?> exact = (List<?>) answers.get(at);
      boolean loses = record.id().isOfMany() && random.nextInt(8) == 0;
      told.add(loses ? lost(random, sound, record, exact) : exact);
      if (loses) {
        whenSome.accept(record);
      }
    }
    return told;
  }

  private static List<Object> lost(
      Random random, Records sound, NewRecord record, List<?> answers) {
    List<Object> told = new ArrayList<>(answers);
    List<MemberDocument> documents = record.documents(Instant.EPOCH);
    for (int at = 0; at < documents.size(); at++) {
      if (answers.get(1 + at) == BeginOutcome.BEGUN && random.nextBoolean()) {
        sound.remove(List.of(new Removal(Either.right(documents.get(at)), Optional.empty())));
        told.set(1 + at, BeginOutcome.IN_DOUBT);
      }
    }
    return told;
  }
}
