package io.twophase.adapter.mongo.account;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.call.FirstAnswers;
import io.twophase.adapter.mongo.call.FirstWrites;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.operation.Leg;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonDocument;

/**
 * The loop that holds, stamps, settles, releases and withdraws legs. The first command has one
 * update for each group of legs. Where all of a command's updates match, that is the answer of its
 * legs. Where some do not, they are explained; the legs that have no answer then are sent again,
 * each in an update of its own.
 *
 * @param <R> what a leg is answered with
 */
final class LegRounds<R> {

  /** How often legs are sent again. */
  static final int TRIES = 20;

  /** Finds out what the legs of a command came to. */
  @FunctionalInterface
  interface Explanation<R> {

    /**
     * For each leg of a round its answer, or what there is to say of it if it is sent again for
     * ever; all in doubt if that cannot be told.
     */
    Answer<List<Either<String, R>>> of(LegRound round);
  }

  private final Writes writes;
  private final Function<LegGroup, UpdateOneModel<BsonDocument>> update;
  private final R matched;
  private final R inDoubt;

  /**
   * Sends legs by way of {@code writes}.
   *
   * @param update the update of a group
   * @param matched the answer of a leg whose update matched
   * @param inDoubt the answer of a leg that is in doubt
   */
  LegRounds(
      Writes writes,
      Function<LegGroup, UpdateOneModel<BsonDocument>> update,
      R matched,
      R inDoubt) {
    this.writes = writes;
    this.update = update;
    this.matched = matched;
    this.inDoubt = inDoubt;
  }

  /**
   * Legs to be sent, those of a group together, until each has its answer.
   *
   * @param groups of all legs, by their places
   * @return one answer for each leg, in their order; a {@link StoreException} if some have none
   *     after {@link #TRIES} more commands
   */
  Part<R> of(List<Leg> legs, List<LegGroup> groups, Explanation<R> explanation) {
    return new Part<>() {
      @Override
      public FirstWrites first() {
        return FirstWrites.ofUpdates(writes, updates(groups));
      }

      @Override
      public List<R> finish(FirstAnswers answers) {
        return LegRounds.this.finish(new Call(legs, groups), answers.updates(), explanation);
      }
    };
  }

  private List<R> finish(Call call, Answer<Matches> first, Explanation<R> explanation) {
    Answer<Matches> answer = first;
    for (int tries = 0; tries < TRIES; tries++) {
      boolean known = answer.fold(() -> false, matches -> call.take(matches, explanation));
      if (!known || call.answers.areComplete()) {
        return call.answers.orElse(inDoubt);
      }
      List<LegGroup> again = call.singly();
      answer = Answer.ofFollowUp(() -> writes.update(updates(again)));
    }
    throw new StoreException(call.answers.firstOpen());
  }

  private List<UpdateOneModel<BsonDocument>> updates(List<LegGroup> groups) {
    return groups.stream().map(update).toList();
  }

  /** The legs of one call, and how far they are. */
  private final class Call {

    private final LegAnswers<R> answers;
    private List<LegGroup> groups;
    private boolean someUntold;

    private Call(List<Leg> legs, List<LegGroup> groups) {
      this.answers = new LegAnswers<>(legs);
      this.groups = groups;
    }

    /** Takes the answer to the last command; answers whether nothing of it is in doubt. */
    private boolean take(Matches matches, Explanation<R> explanation) {
      if (matches.total() == groups.size()) {
        answers.takeAll(matched);
        return true;
      }
      someUntold |= !matches.areTold() && matches.total() > 0;
      return explanation
          .of(new LegRound(answers.open(), groups, matches, someUntold))
          .fold(
              () -> false,
              explained -> {
                answers.take(explained);
                return true;
              });
    }

    private List<LegGroup> singly() {
      groups = HoldCoalescing.singly(answers.open());
      return groups;
    }
  }
}
