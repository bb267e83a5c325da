package io.twophase.adapter.mongo.participant;

import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.call.FirstAnswers;
import io.twophase.adapter.mongo.call.FirstWrites;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.domain.outcome.MatchOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/**
 * Sends guarded writes together, and answers what each matched by its own count. Where the server
 * tells the sum only and not all matched, each goes once more alone: what does not match then
 * either did so before or cannot.
 *
 * @param <T> what a write, or two of which one may match, is for
 */
final class MatchRounds<T> {

  private final Writes writes;
  private final Function<T, List<WriteModel<BsonDocument>>> models;
  private final Function<T, List<WriteModel<BsonDocument>>> otherwise;
  private final Function<T, MatchOutcome> unmatchedAlone;

  /**
   * @param otherwise what is sent for one of which none of the models matched; empty if that is
   *     certain to be all
   * @param unmatchedAlone answers one that does not match alone, after a command of which some
   *     matched
   */
  MatchRounds(
      Writes writes,
      Function<T, List<WriteModel<BsonDocument>>> models,
      Function<T, List<WriteModel<BsonDocument>>> otherwise,
      Function<T, MatchOutcome> unmatchedAlone) {
    this.writes = writes;
    this.models = models;
    this.otherwise = otherwise;
    this.unmatchedAlone = unmatchedAlone;
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
        return MatchRounds.this.finish(asked, first.outcomes(answers.updates()));
      }
    };
  }

  private List<MatchOutcome> finish(List<T> asked, List<MatchOutcome> first) {
    List<MatchOutcome> outcomes = new ArrayList<>(first);
    List<Integer> rest =
        IntStream.range(0, asked.size())
            .filter(at -> outcomes.get(at) == MatchOutcome.NOT_MATCHED)
            .filter(at -> !otherwise.apply(asked.get(at)).isEmpty())
            .boxed()
            .toList();
    if (rest.isEmpty()) {
      return outcomes;
    }
    List<T> left = rest.stream().map(asked::get).toList();
    List<MatchOutcome> others =
        outcomes.contains(MatchOutcome.IN_DOUBT)
            ? Batches.all(left, MatchOutcome.IN_DOUBT)
            : Answer.ofFollowUp(() -> Answer.certain(new Round(left, otherwise).send()))
                .getOrElse(Batches.all(left, MatchOutcome.IN_DOUBT));
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

    private List<MatchOutcome> send() {
      return outcomes(writes.update(all));
    }

    private List<MatchOutcome> outcomes(Answer<Matches> answer) {
      return answer.fold(() -> Batches.all(asked, MatchOutcome.IN_DOUBT), this::outcomes);
    }

    private List<MatchOutcome> outcomes(Matches matches) {
      if (matches.total() == asked.size()) {
        return Batches.all(asked, MatchOutcome.MATCHED);
      }
      if (matches.total() > 0 && !matches.areTold()) {
        return Batches.send(
            asked.stream().map(List::of).toList(),
            one -> List.of(alone(one.get(0))),
            MatchOutcome.IN_DOUBT);
      }
      List<MatchOutcome> outcomes = new ArrayList<>(Batches.all(asked, MatchOutcome.NOT_MATCHED));
      for (int at = 0; at < owners.size(); at++) {
        if (matches.of(at).exists(count -> count > 0)) {
          outcomes.set(owners.get(at), MatchOutcome.MATCHED);
        }
      }
      return outcomes;
    }
  }

  private MatchOutcome alone(T one) {
    return matchedAlone(models.apply(one))
        .flatMap(
            matched ->
                matched || otherwise.apply(one).isEmpty()
                    ? Answer.certain(matched)
                    : matchedAlone(otherwise.apply(one)))
        .fold(
            () -> MatchOutcome.IN_DOUBT,
            matched -> matched ? MatchOutcome.MATCHED : unmatchedAlone.apply(one));
  }

  private Answer<Boolean> matchedAlone(List<WriteModel<BsonDocument>> models) {
    return Answer.ofFollowUp(() -> writes.update(models).map(matches -> matches.total() > 0));
  }
}
