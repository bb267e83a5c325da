package io.twophase.bench.competitor;

import com.mongodb.client.MongoClient;
import io.twophase.bench.competitor.Host.Way;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A competitor by name, and how it is set up.
 *
 * @param name as it is shown
 * @param opening opens it, on a database of its own
 * @param need what the server must have for it
 */
public record CompetitorKind(String name, Opening opening, Need need) {

  public static final String TUTORIAL = "tutorial";
  public static final String BATCHED = "batched";
  public static final String FLOOR = "floor";
  public static final String NATIVE = "native";
  public static final String NATIVE_ORDER = "native, order";
  public static final String NATIVE_BATCHED = "native, batched";

  /** One that any server will do for. */
  public CompetitorKind(String name, Opening opening) {
    this(name, opening, (client, database) -> Optional.empty());
  }

  /** All, in the order of their turns. */
  public static List<CompetitorKind> all() {
    return List.of(
        new CompetitorKind(
            TUTORIAL,
            (client, database, batch, ids) -> new TutorialTransfers(client, database, ids)),
        twophase("one at a time", Way.SINGLE),
        twophase("one, when decided", Way.DECIDED),
        twophase(BATCHED, Way.BATCHED),
        new CompetitorKind(FLOOR, FloorWrites::new),
        twophase("order", Way.ORDERS),
        twophase("function", Way.FUNCTIONS),
        twophase("order, batched", Way.BATCHED_ORDERS),
        twophase("authorize, capture", Way.AUTHORIZED),
        twophase("at most", Way.AT_MOST),
        new CompetitorKind(
            NATIVE,
            (client, database, batch, ids) -> new NativeTransfers(client, database, ids, false),
            NativeTransactions::missing),
        new CompetitorKind(
            NATIVE_ORDER,
            (client, database, batch, ids) -> new NativeTransfers(client, database, ids, true),
            NativeTransactions::missing),
        new CompetitorKind(
            NATIVE_BATCHED,
            twophase(NATIVE_BATCHED, Way.SERVER_TRANSACTIONS).opening(),
            Host::serverTransactionsMissing));
  }

  /** Twophase, asked in this way. */
  public static CompetitorKind twophase(String name, Way way) {
    return new CompetitorKind(
        name,
        (client, database, batch, ids) ->
            new Host(client, database, batch, ids, way, UnaryOperator.identity()));
  }

  /** The property that a server must have. */
  public interface Need {

    /**
     * Why a server has it not, in one sentence; nothing if it has.
     *
     * @param database one to try it in, which is dropped then
     */
    Optional<String> missing(MongoClient client, String database);
  }

  /** The way in which a competitor is opened. */
  public interface Opening {

    /**
     * One that works by {@code client} on {@code database}.
     *
     * @param ids what its transactions' ids begin with
     */
    Competitor open(MongoClient client, String database, int batch, String ids);
  }
}
