package io.twophase.adapter.mongo.hold;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDifferences;
import io.twophase.adapter.mongo.testing.LooseGuards;
import io.twophase.adapter.mongo.testing.ServerContracts;
import io.twophase.adapter.mongo.testing.ServerEquality;
import io.twophase.domain.document.Home;
import io.twophase.domain.testing.Seed;
import io.twophase.test.equality.hold.HoldEquality;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Each guard of a write is needed: random requests tell the store from an exact one")
@Tag("deep")
class HoldGuardsTest {

  /**
   * The sequences are the same each time: a fault that they find is found again. Each guard names
   * the first that told of it, where the search begins.
   */
  private static final long SEQUENCES = 40;

  private static final int CALLS = 120;

  private static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");

  @RegisterExtension static final FreshDatabase FRESH = new FreshDatabase(() -> CLIENT, "guards");

  /** The updates, by what they change. */
  private enum Sent {
    PLACE,
    STAMP,
    END;

    boolean is(Document write) {
      if (!(write.get("u") instanceof Document change)) {
        return false;
      }
      Set<String> operators = change.keySet();
      return switch (this) {
        case PLACE -> operators.contains("$push");
        case STAMP -> operators.equals(Set.of("$set"));
        case END -> operators.contains("$pull");
      };
    }
  }

  @AfterEach
  void heal() {
    SERVER.heal();
  }

  @AfterAll
  static void close() {
    CLIENT.close();
    SERVER.close();
  }

  @ParameterizedTest
  @CsvSource({
    "PLACE, openFor, 2",
    "PLACE, available $gte, 0",
    "PLACE, available $lte, 0",
    "PLACE, receivable $gte, 10",
    "PLACE, receivable $lte, 0",
    "PLACE, pendingTransactions, 0",
    "PLACE, pendingTransactions.3, 2",
    "PLACE, mode, 1",
    "PLACE, escrow.n.available $gte, 1",
    "PLACE, escrow.n.receivable $gte, 5",
    "PLACE, escrow.n.available $lte, 7",
    "PLACE, escrow.n.floor, 12",
    "PLACE, escrow.n.ceiling, 6",
    "STAMP, epoch $eq, 4",
    "STAMP, epoch $lt, 0",
    "STAMP, debit, 1",
    "STAMP, operation, 1",
    "END,   epoch, 1",
    "END,   debit, 0",
    "END,   credit, 7",
    "END,   operation, 0",
    "END,   had, 9",
    "END,   id, 0",
  })
  void isNeeded(Sent sent, String guard, long first) {
    SERVER.on("update", LooseGuards.leavingOut("updates", sent::is, guard));

    assertThat(differ(first)).isTrue();
  }

  @Test
  void withAllOfThemNothingDiffers() {
    SERVER.on("update", LooseGuards.leavingOut("updates", write -> true, "nothing"));

    assertThat(equality().difference(Seed.next("HoldGuardsTest"), CALLS)).isEmpty();
  }

  private static boolean differ(long first) {
    HoldEquality equality = equality();
    return LongStream.range(first, first + SEQUENCES)
        .anyMatch(each -> equality.differ(each, CALLS));
  }

  private static HoldEquality equality() {
    return new HoldEquality(
        () -> ServerEquality.inMemory(new Home(FRESH.database().getName() + ".transactions")),
        HoldGuardsTest::tested,
        JavaServerDifferences.draws(FRESH));
  }

  private static HoldEquality.Hosted tested() {
    MongoStore store =
        FRESH.emptied(
            MongoStoreSettings.defaults().withProbe(false).withHoldLimit(ServerEquality.LIMIT));
    return new HoldEquality.Hosted(
        ServerContracts.of(store),
        (document, fields) -> ServerContracts.host(FRESH, document, fields));
  }
}
