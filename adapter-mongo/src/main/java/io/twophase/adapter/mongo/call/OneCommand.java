package io.twophase.adapter.mongo.call;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.WriteError;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.ClientBulk;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.WriteFailures;
import io.twophase.adapter.mongo.failure.DriverErrors;
import io.twophase.adapter.mongo.server.ClientBulkWrites;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.bson.BsonMaximumSizeExceededException;

/**
 * Sends the first writes of several collections as one command, where the server has MongoDB 8's
 * {@code bulkWrite}. It stops at the first write that fails. So an insert whose key is taken, and a
 * write that is refused, leave those behind them unsent; these are sent by themselves then, by
 * whoever asks for their answers.
 */
public final class OneCommand {

  private final ClientBulkWrites bulkWrites;
  private final WriteFailures failures;

  /** To {@code server}, on which all the collections are. */
  public OneCommand(Server server) {
    this.bulkWrites = server.bulkWrites();
    this.failures = new WriteFailures(server.errors());
  }

  /**
   * What is known of the writes of a command.
   *
   * @param counts how many documents each has matched, deleted or inserted, in the order in which
   *     they were sent; fewer than were sent if one failed, and then it is the next
   * @param refused why that one failed, if it was refused for certain, and not because its key is
   *     taken
   * @param isInDoubt whether it is not certain that it was not made; else its key is taken
   */
  record Told(List<Integer> counts, Option<RefusedWriteException> refused, boolean isInDoubt) {}

  /**
   * Sends the first writes of each part.
   *
   * @return the answers to each part's, or none where nothing was sent: the server has no such
   *     command, or they are one command anyway
   * @throws StoreUnavailableException if nothing was sent
   */
  public Option<List<FirstAnswers>> send(List<FirstWrites> parts) {
    Option<MongoCluster> cluster = bulkWrites.cluster();
    if (cluster.isEmpty() || parts.stream().mapToInt(FirstWrites::commands).sum() < 2) {
      return Option.none();
    }
    CommandOrder order = CommandOrder.of(parts);
    return send(cluster.get(), order)
        .map(
            answer ->
                IntStream.range(0, parts.size())
                    .<FirstAnswers>mapToObj(
                        part ->
                            new ToldAnswers(
                                parts.get(part),
                                order.updatesOf(part),
                                order.insertsOf(part),
                                answer))
                    .toList());
  }

  private Option<Answer<Told>> send(MongoCluster cluster, CommandOrder order) {
    try {
      ClientBulkWriteResult result = ClientBulk.send(cluster, order.models());
      return Option.some(
          Answer.certain(
              new Told(
                  ClientBulk.counts(
                      result.getVerboseResults().orElseThrow(), order.models().size()),
                  Option.none(),
                  false)));
    } catch (BsonMaximumSizeExceededException oneTooLarge) {
      // found before anything is sent; sent by themselves, it is known which it is
      return Option.none();
    } catch (MongoException failed) {
      if (DriverErrors.lacksCommand(failed)) {
        bulkWrites.end(failed);
        return Option.none();
      }
      if (isRefusedWhole(failed)) {
        // for one of the collections: sent by themselves, it is known for which
        return Option.none();
      }
      return Option.some(
          failed instanceof ClientBulkWriteException answered
              ? answered(answered, order)
              : failures.failed(order.what(), failed));
    }
  }

  /** Whether nothing of the command was done, for certain. */
  private static boolean isRefusedWhole(MongoException failed) {
    return failed instanceof ClientBulkWriteException answered
        ? answered.getWriteErrors().isEmpty()
            && answered.getWriteConcernErrors().isEmpty()
            && answered.getPartialResult().isEmpty()
            && Option.of(answered.getCause()).exists(OneCommand::isRefusedWhole)
        : DriverErrors.ofWrite(failed) == DriverErrors.Verdict.REFUSED;
  }

  private Answer<Told> answered(ClientBulkWriteException answered, CommandOrder order) {
    Option<MongoException> cause = Option.of(answered.getCause());
    if (answered.getWriteErrors().isEmpty()) {
      boolean answeredAny = cause.isEmpty() || answered.getPartialResult().isPresent();
      return answeredAny
          ? failures.inDoubt(order.what(), answered)
          : failures.failed(order.what(), cause.get());
    }
    int at = new TreeMap<>(answered.getWriteErrors()).firstKey();
    WriteError error = Objects.requireNonNull(answered.getWriteErrors().get(at));
    boolean isTaken = order.isInsert(at) && error.getCode() == DriverErrors.DUPLICATE_KEY;
    boolean isRefused =
        !isTaken && DriverErrors.ofCode(error.getCode()) == DriverErrors.Verdict.REFUSED;
    Option<List<Integer>> before = before(at, answered);
    boolean areDurable = cause.isEmpty() && answered.getWriteConcernErrors().isEmpty();
    if (!areDurable || before.isEmpty()) {
      return failures.inDoubt(order.what(), answered);
    }
    if (!isTaken && !isRefused) {
      failures.inDoubt(order.what(at), answered);
    }
    return Answer.certain(
        new Told(
            before.get(),
            Option.when(
                isRefused,
                () ->
                    failures.refusal(
                        order.what(at), error.getCode(), error.getMessage(), answered)),
            !isTaken && !isRefused));
  }

  /** What is told of the writes before one that failed. */
  private static Option<List<Integer>> before(int at, ClientBulkWriteException answered) {
    return at == 0
        ? Option.some(List.of())
        : Option.ofOptional(
                answered.getPartialResult().flatMap(ClientBulkWriteResult::getVerboseResults))
            .map(told -> ClientBulk.counts(told, at));
  }
}
