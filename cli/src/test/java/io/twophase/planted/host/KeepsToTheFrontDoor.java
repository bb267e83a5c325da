package io.twophase.planted.host;

import io.twophase.app.Transfers;
import io.twophase.app.TwoPhase;
import io.twophase.app.audit.Audit;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.ports.IdSource;
import java.util.concurrent.ExecutorService;

/** Uses what hosts are meant to use. */
interface KeepsToTheFrontDoor {

  Transfers transfers();

  TransactionOutcome transferOutcome();

  TwoPhase twoPhase();

  Audit audit();

  IdSource idSource();

  AccountId accountId();

  Money money();

  ExecutorService executorService();
}
