package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.app.transfer.AnswerTime;
import java.util.List;

/**
 * A competitor by name, and how it is set up.
 *
 * @param name as it is shown
 * @param opening opens it, on a database of its own
 */
public record CompetitorKind(String name, Opening opening) {

  public static final String TUTORIAL = "tutorial";
  static final String SINGLE = "one at a time";
  static final String DECIDED = "one, when decided";
  static final String BATCHED = "batched";
  public static final String FLOOR = "floor";

  /** The five, in the order of their turns. */
  public static List<CompetitorKind> all() {
    return List.of(
        new CompetitorKind(
            TUTORIAL,
            (client, database, batch, ids) -> new TutorialTransfers(client, database, ids)),
        new CompetitorKind(
            SINGLE,
            (client, database, batch, ids) ->
                new SingleTransfers(client, database, ids, AnswerTime.WHEN_FINISHED)),
        new CompetitorKind(
            DECIDED,
            (client, database, batch, ids) ->
                new SingleTransfers(client, database, ids, AnswerTime.WHEN_DECIDED)),
        new CompetitorKind(BATCHED, BatchedTransfers::new),
        new CompetitorKind(FLOOR, FloorWrites::new));
  }

  /** How a competitor is opened. */
  public interface Opening {

    /**
     * One that works by {@code client} on {@code database}.
     *
     * @param ids what its transactions' ids begin with
     */
    Competitor open(MongoClient client, String database, int batch, String ids);
  }
}
