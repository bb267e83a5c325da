package io.twophase.app.network;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.servertransaction.Replication;
import io.twophase.adapter.mongo.servertransaction.TransactionServer;
import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.TransactionLookup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What was acknowledged before a failover is not denied after it, though the new primary's reads do
 * not show it yet.
 */
class FailoverRefusalsTest {

  /** A majority has a write only with the next that waits for it. */
  private static final Replication SLOW = new Replication(1, 1_000_000_000, 0, 0);

  /** More writes than a request makes. */
  private static final int ALL = 40;

  private static final TransactionId ID = transactionId("t");
  private static final TransferRequest TEN = Books.request("t", 10);
  private static final ApproverName ANN = new ApproverName("Ann");
  private static final AuthorizationTerms TERMS = new AuthorizationTerms(Duration.ofDays(7));
  private static final AuthorizationTerms APPROVED =
      new AuthorizationTerms(Duration.ofDays(7), Optional.of(new ApprovalRule(1, List.of(ANN))));

  private final TransactionServer server = TransactionServer.start(SLOW);
  private final MongoClient client = MongoClients.create(server.replicaSetUri());
  private final MongoStore store =
      MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false));
  private final TwoPhase host = TwoPhase.over(store).build();

  @BeforeEach
  void openAccounts() {
    Books.open(store, 100, 0);
  }

  @AfterEach
  void close() {
    host.close();
    client.close();
    server.close();
  }

  private void authorize(AuthorizationTerms terms) {
    assertThat(host.authorizations().authorize(TEN, terms))
        .isInstanceOf(AuthorizeOutcome.Authorized.class);
  }

  /** If one write is lost, it is read as pending. */
  @ParameterizedTest
  @ValueSource(ints = {1, ALL})
  void anAuthorizationIsCaptured(int lost) {
    authorize(TERMS);
    server.failOver(lost);

    assertThat(host.authorizations().capture(ID)).isInstanceOf(CaptureOutcome.Captured.class);
  }

  @Test
  void anApprovalCounts() {
    authorize(APPROVED);
    assertThat(host.authorizations().approve(ID, ANN)).isInstanceOf(ApproveOutcome.Approved.class);
    server.failOver(1);

    assertThat(host.authorizations().capture(ID)).isInstanceOf(CaptureOutcome.Captured.class);
  }

  @Test
  void anAuthorizationIsVoided() {
    authorize(TERMS);
    server.failOver(ALL);

    assertThat(host.authorizations().voidAuthorization(ID, ""))
        .isInstanceOf(VoidOutcome.Voided.class);
  }

  @Test
  void noReadIsOfAnOlderStateThanTheOneBefore() {
    assertThat(host.transfers().transfer(TEN).isApplied()).isTrue();
    AccountLookup before = host.accounts().find(accountId("A"));
    server.failOver(ALL);

    assertThat(host.accounts().find(accountId("A"))).isEqualTo(before);
    assertThat(host.transactions().find(ID)).isInstanceOf(TransactionLookup.Found.class);
  }

  @Test
  void whatIsSubmittedIsCanceled() {
    host.transfers().enqueue(TEN);
    server.failOver(ALL);

    assertThat(host.compensation().cancel(ID, "")).isInstanceOf(CancelOutcome.Canceled.class);
  }

  /** If its decision and two settles are lost, it is read as pending. */
  @ParameterizedTest
  @ValueSource(ints = {3, ALL})
  void aTransferIsReversed(int lost) {
    assertThat(host.transfers().transfer(TEN).isApplied()).isTrue();
    server.failOver(lost);

    assertThat(host.compensation().reverse(ID, "")).isInstanceOf(ReverseOutcome.Reversed.class);
  }
}
