package io.twophase.planted.purity.app.usecase;

import java.util.concurrent.Executor;

/** Would run things beside itself. */
public record SeesExecutors(Executor executor) {}
