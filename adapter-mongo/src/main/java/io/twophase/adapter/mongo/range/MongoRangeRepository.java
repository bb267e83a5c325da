package io.twophase.adapter.mongo.range;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.account.AccountAdoption;
import io.twophase.adapter.mongo.account.AccountReader;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.element.RangeElements;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ServerLimits;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.ports.RangeRepository;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of the accounts in a MongoDB collection, which lie among the other holds of the
 * account. The requests of one kind are one command where all of it matches.
 */
public final class MongoRangeRepository implements RangeRepository {

  /** More than the update of a request weighs, in bytes. */
  private static final int WEIGHT = 4_000;

  private static final RangeReply IN_DOUBT = new RangeReply.Counted(MatchOutcome.IN_DOUBT);

  private final ServerLimits limits;
  private final Reads reads;
  private final Writes writes;
  private final HoldLimit limit;
  private final RangeEndings endings;
  private final RangeLooks looks;

  /**
   * Of the accounts in {@code collection}, which must read and write with majority; each may have
   * at most so many holds at a time.
   */
  public MongoRangeRepository(
      MongoCollection<BsonDocument> collection,
      AccountCodec codec,
      Server server,
      HoldLimit limit) {
    this.reads = new Reads(collection, server);
    this.limits = server.limits();
    this.writes = new Writes(collection, server);
    this.limit = limit;
    this.endings = new RangeEndings(writes, reads);
    this.looks =
        new RangeLooks(
            new AccountReader(reads, codec), new AccountAdoption(collection, codec, server), limit);
  }

  /** In the order in which they are sent: what is given back may be held by the same call. */
  private enum Kind {
    END,
    STAMP,
    HOLD,
    LOOK
  }

  @Override
  public List<RangeReply> ask(List<RangeCall> calls) {
    List<Integer> places = new ArrayList<>(calls.size());
    List<List<RangeCall>> commands = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      List<Integer> ofKind =
          IntStream.range(0, calls.size())
              .filter(at -> kind(calls.get(at)) == kind)
              .boxed()
              .toList();
      places.addAll(ofKind);
      commands.addAll(limits.batches(ofKind.stream().map(calls::get).toList(), call -> WEIGHT));
    }
    List<RangeReply> answered = Batches.send(commands, this::send, IN_DOUBT);
    RangeReply[] replies = new RangeReply[calls.size()];
    for (int next = 0; next < places.size(); next++) {
      replies[places.get(next)] = answered.get(next);
    }
    return Arrays.asList(replies);
  }

  /** Requests of one kind. */
  private List<RangeReply> send(List<RangeCall> calls) {
    return switch (kind(calls.get(0))) {
      case END -> told(endings.end(calls.stream().map(Ending::of).toList()));
      case STAMP -> counted(calls, this::stamp, this::stamped);
      case HOLD -> hold(calls);
      case LOOK -> looks.look(calls);
    };
  }

  private List<RangeReply> hold(List<RangeCall> calls) {
    return counted(
        calls,
        call -> RangeUpdates.hold(call.batch(), (RangeRequest.Hold) call.request(), limit),
        this::held);
  }

  private RangeHold held(RangeCall call) {
    RangeRequest.Hold hold = (RangeRequest.Hold) call.request();
    return new RangeHold(call.batch(), hold.epoch(), hold.range());
  }

  private UpdateOneModel<BsonDocument> stamp(RangeCall call) {
    return RangeUpdates.stamp((RangeRequest.Stamp) call.request());
  }

  private RangeHold stamped(RangeCall call) {
    RangeRequest.Stamp stamp = (RangeRequest.Stamp) call.request();
    return stamp.read().at(stamp.epoch());
  }

  /**
   * One command; where some have matched and the server does not tell which, those holds are
   * counted that are exactly as the request leaves them. Only the owner of an epoch holds and
   * stamps at it. What a read shows says which are counted together, and answers nothing.
   */
  private List<RangeReply> counted(
      List<RangeCall> calls,
      Function<RangeCall, UpdateOneModel<BsonDocument>> update,
      Function<RangeCall, RangeHold> left) {
    return writes
        .update(calls.stream().map(update).toList())
        .flatMap(
            matched ->
                Recount.unlessTold(
                    calls,
                    matched,
                    () -> seen(calls, left),
                    some ->
                        writes.update(
                            some.stream()
                                .map(call -> RangeUpdates.held(call.account(), left.apply(call)))
                                .toList())))
        .map(
            matched ->
                told(
                    IntStream.range(0, calls.size())
                        .mapToObj(at -> Matches.outcome(matched.contains(at)))
                        .toList()))
        .getOrElse(Collections.nCopies(calls.size(), IN_DOUBT));
  }

  /** The places of the calls whose holds a read shows as they leave them; none if it fails. */
  private Set<Integer> seen(List<RangeCall> calls, Function<RangeCall, RangeHold> left) {
    List<String> ids = calls.stream().map(call -> call.account().value()).toList();
    return Answer.ofFollowUpRead(() -> reads.fieldById(Field.PENDING, ids))
        .map(
            seen ->
                IntStream.range(0, calls.size())
                    .filter(at -> shows(seen.get(ids.get(at)), left.apply(calls.get(at))))
                    .boxed()
                    .collect(Collectors.toSet()))
        .getOrElse(Set.of());
  }

  private static boolean shows(@Nullable BsonDocument account, RangeHold hold) {
    return account != null
        && account.get(Field.PENDING) instanceof BsonArray holds
        && RangeElements.of(hold.batch(), holds).contains(hold);
  }

  private static List<RangeReply> told(List<MatchOutcome> outcomes) {
    return outcomes.stream().<RangeReply>map(RangeReply.Counted::new).toList();
  }

  private static Kind kind(RangeCall call) {
    return call.request().fold(OfRequest.INSTANCE);
  }

  private static final class OfRequest implements RangeRequest.Cases<Kind> {

    static final OfRequest INSTANCE = new OfRequest();

    @Override
    public Kind hold(RangeRequest.Hold request) {
      return Kind.HOLD;
    }

    @Override
    public Kind look(RangeRequest.Look request) {
      return Kind.LOOK;
    }

    @Override
    public Kind stamp(RangeRequest.Stamp request) {
      return Kind.STAMP;
    }

    @Override
    public Kind settle(RangeRequest.Settle request) {
      return Kind.END;
    }

    @Override
    public Kind release(RangeRequest.Release request) {
      return Kind.END;
    }

    @Override
    public Kind withdraw(RangeRequest.Withdraw request) {
      return Kind.END;
    }
  }
}
