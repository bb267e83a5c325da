package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.app.transfer.AnswerTime;
import io.vavr.control.Option;
import java.util.List;

/**
 * A competitor by name, and how it is set up.
 *
 * @param name as it is shown
 * @param opening opens it, on a database of its own
 * @param need what the server must have for it
 */
public record CompetitorKind(String name, Opening opening, Need need) {

  public static final String TUTORIAL = "tutorial";
  static final String SINGLE = "one at a time";
  static final String DECIDED = "one, when decided";
  static final String AT_MOST = "at most";
  static final String AUTHORIZED = "authorize, capture";
  public static final String BATCHED = "batched";
  public static final String FLOOR = "floor";
  static final String ORDER = "order";
  static final String BATCHED_ORDERS = "order, batched";
  public static final String NATIVE = "native";
  public static final String NATIVE_ORDER = "native, order";
  public static final String NATIVE_BATCHED = "native, batched";

  /** One that any server will do for. */
  public CompetitorKind(String name, Opening opening) {
    this(name, opening, (client, database) -> Option.none());
  }

  /** All, in the order of their turns. */
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
        new CompetitorKind(FLOOR, FloorWrites::new),
        new CompetitorKind(
            ORDER, (client, database, batch, ids) -> new SingleOrders(client, database, ids)),
        new CompetitorKind(BATCHED_ORDERS, BatchedOrders::new),
        new CompetitorKind(
            AUTHORIZED,
            (client, database, batch, ids) -> new AuthorizedTransfers(client, database, ids)),
        new CompetitorKind(
            AT_MOST,
            (client, database, batch, ids) -> SingleTransfers.ofAtMost(client, database, ids)),
        new CompetitorKind(
            NATIVE,
            (client, database, batch, ids) -> NativeCompetitor.of(client, database, ids, false),
            NativeTransactions::missing),
        new CompetitorKind(
            NATIVE_ORDER,
            (client, database, batch, ids) -> NativeCompetitor.of(client, database, ids, true),
            NativeTransactions::missing),
        new CompetitorKind(
            NATIVE_BATCHED,
            BatchedTransfers::ofServerTransactions,
            Host::serverTransactionsMissing));
  }

  /** What a server must have. */
  public interface Need {

    /**
     * Why a server has it not, in one sentence; nothing if it has.
     *
     * @param database one to try it in, which is dropped then
     */
    Option<String> missing(MongoClient client, String database);
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
