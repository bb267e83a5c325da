package io.twophase.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.network.storm.DocumentStorm;
import io.twophase.app.network.storm.StormServer;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Home;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingDocuments;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A rule that is broken on purpose is found in the documents afterwards. */
class DocumentStormBitesTest {

  private static final int TRANSACTIONS = 100;
  private static final int TRIES = 10;

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @AfterEach
  void close() {
    server.close();
  }

  /** Takes a settle without an answer for one that was done. */
  private static final class SettleInDoubtIsDone extends ForwardingDocuments {
    SettleInDoubtIsDone(DocumentRepository sound) {
      super(sound);
    }

    @Override
    public List<MatchOutcome> settle(List<DocumentLeg> legs) {
      return super.settle(legs).stream()
          .map(outcome -> outcome == MatchOutcome.IN_DOUBT ? MatchOutcome.MATCHED : outcome)
          .toList();
    }
  }

  /** A store with other documents. */
  private record Planted(Store sound, UnaryOperator<DocumentRepository> fault) implements Store {
    @Override
    public AccountRepository accounts() {
      return sound.accounts();
    }

    @Override
    public DocumentRepository documents() {
      return fault.apply(sound.documents());
    }

    @Override
    public TransactionRepository transactions() {
      return sound.transactions();
    }

    @Override
    public OwnerRepository owners() {
      return sound.owners();
    }

    @Override
    public Home home() {
      return sound.home();
    }
  }

  @Test
  void anAnswerInDoubtThatIsTakenForDoneLosesAChange() {
    assertThat(faults(SettleInDoubtIsDone::new))
        .anyMatch(fault -> fault.contains("by the records"));
  }

  private List<String> faults(UnaryOperator<DocumentRepository> fault) {
    long seed = Seed.next("DocumentStormBitesTest");
    for (long next = seed; next < seed + TRIES; next++) {
      List<String> faults =
          DocumentStorm.run(
                  StormServer.on(server.uri()),
                  next,
                  TRANSACTIONS,
                  store -> new Planted(store, fault))
              .faults();
      if (!faults.isEmpty()) {
        return faults;
      }
    }
    return List.of();
  }
}
