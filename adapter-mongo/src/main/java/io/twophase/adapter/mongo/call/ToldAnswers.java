package io.twophase.adapter.mongo.call;

import io.twophase.adapter.mongo.call.OneCommand.Told;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.server.Batches;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/**
 * The answers to one part's writes, of a command that has carried others' too. What the command did
 * not come to is sent when it is asked for, unless something is in doubt. That is no breach of rule
 * 4: it was not delivered.
 */
final class ToldAnswers implements FirstAnswers {

  private final FirstWrites first;
  private final int[] updates;
  private final int[] inserts;
  private final Answer<Told> answer;

  /**
   * @param updates of each update of the part, where it was sent
   * @param inserts of each insert of the part, where it was sent
   * @param answer the command's
   */
  ToldAnswers(FirstWrites first, int[] updates, int[] inserts, Answer<Told> answer) {
    this.first = first;
    this.updates = updates;
    this.inserts = inserts;
    this.answer = answer;
  }

  @Override
  public Answer<Matches> updates() {
    return answer.flatMap(this::updates);
  }

  private Answer<Matches> updates(Told told) {
    int made = told.counts().size();
    if (Arrays.stream(updates).allMatch(sentAt -> sentAt < made)) {
      List<Integer> each = Arrays.stream(updates).mapToObj(told.counts()::get).toList();
      int total = each.stream().mapToInt(Integer::intValue).sum();
      return Answer.certain(new Matches(total, Option.some(each)));
    }
    if (told.isInDoubt()) {
      return Answer.inDoubt();
    }
    if (Arrays.stream(updates).allMatch(sentAt -> sentAt > made)) {
      return Answer.ofFollowUp(() -> first.writes().update(first.updates()));
    }
    throw told.refused().get();
  }

  @Override
  public List<InsertOutcome> inserts() {
    return answer.fold(
        () -> Batches.all(first.inserts(), InsertOutcome.IN_DOUBT), this::insertsByTold);
  }

  private List<InsertOutcome> insertsByTold(Told told) {
    int made = told.counts().size();
    List<InsertOutcome> outcomes = new ArrayList<>(inserts.length);
    List<BsonDocument> unsent = new ArrayList<>();
    for (int at = 0; at < inserts.length; at++) {
      if (inserts[at] == made && told.refused().isDefined()) {
        throw told.refused().get();
      }
      if (inserts[at] > made) {
        unsent.add(first.inserts().get(at));
      }
      InsertOutcome otherwise = told.isInDoubt() ? InsertOutcome.IN_DOUBT : InsertOutcome.KEY_TAKEN;
      outcomes.add(inserts[at] < made ? InsertOutcome.INSERTED : otherwise);
    }
    if (!unsent.isEmpty() && !told.isInDoubt()) {
      List<InsertOutcome> sent =
          Answer.ofFollowUp(() -> Answer.certain(first.writes().insertUnlessTaken(unsent)))
              .getOrElse(Batches.all(unsent, InsertOutcome.IN_DOUBT));
      int[] unsentAt =
          IntStream.range(0, inserts.length).filter(at -> inserts[at] > made).toArray();
      for (int next = 0; next < unsentAt.length; next++) {
        outcomes.set(unsentAt[next], sent.get(next));
      }
    }
    return outcomes;
  }
}
