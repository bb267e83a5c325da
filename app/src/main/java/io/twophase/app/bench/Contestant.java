package io.twophase.app.bench;

import com.mongodb.client.MongoClient;
import io.twophase.app.usecase.Answered;
import java.util.List;

/**
 * A side by name, and how it is set up.
 *
 * @param name as it is shown
 * @param opening opens it, on a database of its own
 */
record Contestant(String name, Opening opening) {

  static final String TUTORIAL = "tutorial";
  static final String SINGLE = "one at a time";
  static final String DECIDED = "one, when decided";
  static final String BATCHED = "batched";
  static final String FLOOR = "floor";

  /** The five, in the order of their turns. */
  static List<Contestant> all() {
    return List.of(
        new Contestant(
            TUTORIAL, (client, database, batch, ids) -> new TutorialSide(client, database, ids)),
        new Contestant(
            SINGLE,
            (client, database, batch, ids) ->
                new SingleSide(client, database, ids, Answered.WHEN_FINISHED)),
        new Contestant(
            DECIDED,
            (client, database, batch, ids) ->
                new SingleSide(client, database, ids, Answered.WHEN_DECIDED)),
        new Contestant(BATCHED, BatchedSide::new),
        new Contestant(FLOOR, FloorSide::new));
  }

  /** How a side is opened. */
  interface Opening {

    /**
     * One that works by {@code client} on {@code database}.
     *
     * @param ids what its transactions' ids begin with
     */
    Side open(MongoClient client, String database, int batch, String ids);
  }
}
