package io.twophase.adapter.mongo.participant;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.call.FirstAnswers;
import io.twophase.adapter.mongo.call.FirstWrites;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/**
 * Sends guarded writes together, and answers what each matched by its own count. Where the server
 * tells the sum only, and some matched and some did not, what was written is counted again; or,
 * where nobody minds to be told so of what was not there, all are answered as matched: each write
 * was acknowledged, so what is not done now could not be.
 *
 * @param <T> what a write, or two of which one may match, is for
 */
final class MatchRounds<T> {

  private final Writes writes;
  private final Function<T, List<WriteModel<BsonDocument>>> models;
  private final Function<T, List<WriteModel<BsonDocument>>> otherwise;
  private final Option<Function<T, WriteModel<BsonDocument>>> confirming;

  private MatchRounds(
      Writes writes,
      Function<T, List<WriteModel<BsonDocument>>> models,
      Function<T, List<WriteModel<BsonDocument>>> otherwise,
      Option<Function<T, WriteModel<BsonDocument>>> confirming) {
    this.writes = writes;
    this.models = models;
    this.otherwise = otherwise;
    this.confirming = confirming;
  }

  /**
   * Writes that each end something. Of some that matched and some that did not, all are answered as
   * matched where the server does not tell which.
   *
   * @param otherwise what is sent for one of which none of the models matched, or may not have;
   *     empty if that is certain to be all. It matches nothing where one of the models did
   */
  static <T> MatchRounds<T> ending(
      Writes writes,
      Function<T, List<WriteModel<BsonDocument>>> models,
      Function<T, List<WriteModel<BsonDocument>>> otherwise) {
    return new MatchRounds<>(writes, models, otherwise, Option.none());
  }

  /**
   * Writes that each leave something that can be counted.
   *
   * @param confirming matches what the write of one has left, and changes nothing
   */
  static <T> MatchRounds<T> leaving(
      Writes writes,
      Function<T, WriteModel<BsonDocument>> model,
      Function<T, WriteModel<BsonDocument>> confirming) {
    return new MatchRounds<>(
        writes, one -> List.of(model.apply(one)), one -> List.of(), Option.some(confirming));
  }

  /** What is asked, to be sent. */
  Part<MatchOutcome> of(List<T> asked) {
    Round first = new Round(asked, models);
    return new Part<>() {
      @Override
      public FirstWrites first() {
        return FirstWrites.ofUpdates(writes, first.all);
      }

      @Override
      public List<MatchOutcome> finish(FirstAnswers answers) {
        return answers
            .updates()
            .fold(
                () -> Batches.all(asked, MatchOutcome.IN_DOUBT), matches -> after(first, matches));
      }
    };
  }

  private List<MatchOutcome> after(Round first, Matches matches) {
    if (first.isTold(matches)) {
      return unmatchedOtherwise(first.asked, first.outcomes(matches), false);
    }
    return confirming
        .map(confirmation -> counted(first.asked, confirmation))
        .getOrElse(
            () ->
                unmatchedOtherwise(
                    first.asked, Batches.all(first.asked, MatchOutcome.NOT_MATCHED), true));
  }

  private List<MatchOutcome> counted(
      List<T> asked, Function<T, WriteModel<BsonDocument>> confirmation) {
    return Recount.of(asked, some -> writes.update(some.stream().map(confirmation).toList()))
        .fold(() -> Batches.all(asked, MatchOutcome.IN_DOUBT), matched -> outcomes(asked, matched));
  }

  private static List<MatchOutcome> outcomes(List<?> asked, Set<Integer> matched) {
    return IntStream.range(0, asked.size())
        .mapToObj(at -> Matches.outcome(matched.contains(at)))
        .toList();
  }

  /**
   * Sends what is to be sent for those that did not match.
   *
   * @param isUntold whether some of them did: all are answered as matched then
   */
  private List<MatchOutcome> unmatchedOtherwise(
      List<T> asked, List<MatchOutcome> first, boolean isUntold) {
    MatchOutcome unmatched = isUntold ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
    List<MatchOutcome> outcomes = new ArrayList<>(first);
    outcomes.replaceAll(outcome -> outcome == MatchOutcome.MATCHED ? outcome : unmatched);
    List<Integer> rest =
        IntStream.range(0, asked.size())
            .filter(at -> first.get(at) == MatchOutcome.NOT_MATCHED)
            .filter(at -> !otherwise.apply(asked.get(at)).isEmpty())
            .boxed()
            .toList();
    if (rest.isEmpty()) {
      return outcomes;
    }
    Round second = new Round(rest.stream().map(asked::get).toList(), otherwise);
    List<MatchOutcome> others =
        second
            .send()
            .fold(
                () -> Batches.all(rest, MatchOutcome.IN_DOUBT),
                matches ->
                    isUntold || !second.isTold(matches)
                        ? Batches.all(rest, MatchOutcome.MATCHED)
                        : second.outcomes(matches));
    for (int at = 0; at < rest.size(); at++) {
      outcomes.set(rest.get(at), others.get(at));
    }
    return outcomes;
  }

  /** The writes of one command, and what each is for. */
  private final class Round {

    private final List<T> asked;
    private final List<Integer> owners = new ArrayList<>();
    private final List<WriteModel<BsonDocument>> all = new ArrayList<>();

    private Round(List<T> asked, Function<T, List<WriteModel<BsonDocument>>> writesOf) {
      this.asked = asked;
      for (int at = 0; at < asked.size(); at++) {
        for (WriteModel<BsonDocument> model : writesOf.apply(asked.get(at))) {
          owners.add(at);
          all.add(model);
        }
      }
    }

    /** It follows a first command. */
    private Answer<Matches> send() {
      return Answer.ofFollowUp(() -> writes.update(all));
    }

    /** Whether it is known which of those asked for matched. */
    private boolean isTold(Matches matches) {
      return matches.areTold() || matches.total() == 0 || matches.total() == asked.size();
    }

    private List<MatchOutcome> outcomes(Matches told) {
      if (told.total() == asked.size()) {
        return Batches.all(asked, MatchOutcome.MATCHED);
      }
      List<MatchOutcome> outcomes = new ArrayList<>(Batches.all(asked, MatchOutcome.NOT_MATCHED));
      for (int at = 0; at < owners.size(); at++) {
        if (told.of(at).exists(count -> count > 0)) {
          outcomes.set(owners.get(at), MatchOutcome.MATCHED);
        }
      }
      return outcomes;
    }
  }
}
